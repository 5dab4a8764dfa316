import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from './db.ts'

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

const toMonth = (year: number, month: number) => new Date(Date.UTC(year, month)).toISOString()

/** Each month in UTC from that of `first` to that of `last`. */
export function listMonths(first: Date, last: Date): Range[] {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const count = 12 * (last.getUTCFullYear() - year) + last.getUTCMonth() - month + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => {
    const from = toMonth(year, month + n)
    return { name: from.slice(0, 7).replace('-', ''), from, to: toMonth(year, month + n + 1) }
  })
}

/**
 * Makes the partitions of these ranges that no partition covers yet, each in a transaction of its own. A database with the
 * tables of an older release, into which its export is read, may lack the table.
 */
export async function makePartitions(db: Db, table: RangedTable, ranges: Range[]): Promise<void> {
  const { rows } = await sql`select where to_regclass(${table.table}) is not null`.execute(db)
  if (rows.length === 0) return
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

/** A partition and its range. */
export interface Partition {
  name: string
  /** null: from the least value. */
  from: string | null
  to: string
}

interface Ended {
  table: string
  /** A bound of the partition key, as text. Partitions that end at or before it may be dropped. */
  until: string
  isNeeded: (tx: Tx, partition: Partition) => Promise<boolean>
}

/** Drops the partitions that have ended and that are not needed, each in a transaction of its own. */
export async function dropPartitions(db: Db, ended: Ended): Promise<void> {
  for (const { name } of await listEnded(db, ended)) await dropPartition(db, name, ended)
}

/** It asks twice: the second time nobody reads or writes the table, so that nothing begins to need the partition any more. */
const dropPartition = (db: Db, name: string, { isNeeded, ...ended }: Ended): Promise<void> =>
  changePartitions(db, async (tx) => {
    await lockPartitions(tx, ended.table)
    const partition = (await listEnded(tx, ended)).find((one) => one.name === name)
    if (!partition || (await isNeeded(tx, partition))) return
    await sql`lock table only ${sql.id(ended.table)} in access exclusive mode`.execute(tx)
    if (!(await isNeeded(tx, partition))) await sql`drop table ${sql.id(name)}`.execute(tx)
  })

/** The oldest first. */
async function listEnded(db: Db, { table, until }: Pick<Ended, 'table' | 'until'>): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select name, lower as "from", upper as "to" from (${partitionBounds(table)}) as bound
    where upper <= ${until} order by upper`.execute(db)
  return rows
}

const attempts = 4
const pauseMs = 1000

/**
 * Runs a transaction that changes the partitions of a table. It waits briefly for locks, because writers queue behind it, and
 * begins again after a pause.
 */
async function changePartitions(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '250ms'`.execute(tx)
        await work(tx)
      })
    } catch (error) {
      if (attempt === attempts || !isLockTimeout(error)) throw error
    }
    await pause(pauseMs)
  }
}

/** Whether a statement waited too long for a lock. */
export const isLockTimeout = (error: unknown) => error instanceof DatabaseError && error.code === '55P03'

/** Until the transaction ends, no other replica makes or drops partitions of the table. */
const lockPartitions = (tx: Tx, table: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`partitions of ${table}`}, 0))`.execute(tx)

/**
 * The partitions of a table: `name`, and the texts of the bounds, `lower` (null: from the least value) and `upper`. The default
 * partition has neither bound.
 */
const partitionBounds = (table: string) => sql`
  select c.relname as name, substring(text from 'FROM \\(''([^'']*)''\\)') as lower,
    substring(text from 'TO \\(''([^'']*)''\\)') as upper
  from pg_inherits join pg_class c on c.oid = inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) as text
  where inhparent = ${table}::regclass`
