import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from '../db.ts'

const attempts = 4
const pauseMs = 1000

/**
 * Runs a transaction that changes the partitions of a table. It waits briefly for locks, because writers queue behind it, and
 * begins again after a pause.
 */
export async function changePartitions(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
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
export const lockPartitions = (tx: Tx, table: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`partitions of ${table}`}, 0))`.execute(tx)

/**
 * The partitions of a table: `name`, and the texts of the bounds, `lower` (null: from the least value) and `upper`. The default
 * partition has neither bound.
 */
export const partitionBounds = (table: string) => sql`
  select c.relname as name, substring(text from 'FROM \\(''([^'']*)''\\)') as lower,
    substring(text from 'TO \\(''([^'']*)''\\)') as upper
  from pg_inherits join pg_class c on c.oid = inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) as text
  where inhparent = ${table}::regclass`
