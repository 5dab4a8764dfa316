import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { changePartitions, lockPartitions, partitionBounds } from './change-partitions.ts'

/** A part of the values of a table's partition key: from the first, up to and without the last. */
export interface Range {
  /** The end of the partition's name. */
  name: string
  from: string
  to: string
}

/** A table that is partitioned by ranges of one column, with a default partition named after it. */
export interface RangedTable {
  table: string
  /** The partition key. */
  key: string
  keyType: 'text' | 'timestamptz'
  /** Triggers of statements, which a partition does not have from its table. */
  addTriggers?: (tx: Tx, partition: string) => Promise<unknown>
}

/** Makes the partitions of these ranges that no partition covers yet, each in a transaction of its own. */
export async function makePartitions(db: Db, table: RangedTable, ranges: Range[]): Promise<void> {
  for (const range of await listMissing(db, table, ranges)) await makePartition(db, table, range)
}

/** The ranges that overlap no partition but the default one. */
async function listMissing(db: Db, { table, keyType }: RangedTable, ranges: Range[]): Promise<Range[]> {
  const type = sql.raw(keyType)
  const { rows } = await sql<Range>`
    with bound as (
      select lower::${type} as lower, upper::${type} as upper from (${partitionBounds(table)}) as text)
    select name, wanted.from, wanted.to
    from json_to_recordset(${JSON.stringify(ranges)}) as wanted (name text, "from" text, "to" text)
    where not exists (
      select from bound where upper > wanted.from::${type} and (lower is null or lower < wanted.to::${type}))
    order by wanted.from`.execute(db)
  return rows
}

/**
 * The partition is made apart and attached, which lets rows be written meanwhile. Rows of its range that came
 * before it stay in the default partition, and so does what follows until the range is over.
 */
const makePartition = (db: Db, given: RangedTable, range: Range): Promise<void> =>
  changePartitions(db, async (tx) => {
    await lockPartitions(tx, given.table)
    const [missing] = await listMissing(tx, given, [range])
    if (!missing || (await hasDefaultRows(tx, given, range))) return
    const partition = `${given.table}_${range.name}`
    await sql`create table ${sql.id(partition)} (like ${sql.id(given.table)} including all)`.execute(tx)
    await given.addTriggers?.(tx, partition)
    await sql`alter table ${sql.id(given.table)} attach partition ${sql.id(partition)}
      for values from (${sql.lit(range.from)}) to (${sql.lit(range.to)})`.execute(tx)
  })

async function hasDefaultRows(tx: Tx, { table, key }: RangedTable, { from, to }: Range): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.id(`${table}_default`)} where ${sql.id(key)} >= ${from} and ${sql.id(key)} < ${to} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
