import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { changePartitions, lockPartitions, partitionBounds } from './change-partitions.ts'

/** A partition and its range. */
export interface Partition {
  name: string
  /** null: from the least value. */
  from: string | null
  to: string
}

interface Ended {
  table: string
  /** Of the partition key, a text: a partition that ends here or before may be dropped. */
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
