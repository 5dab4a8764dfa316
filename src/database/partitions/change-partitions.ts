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

const isLockTimeout = (error: unknown) => error instanceof DatabaseError && error.code === '55P03'

/** Until the transaction ends, no other replica makes or drops partitions of the table. */
export const lockPartitions = (tx: Tx, table: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`partitions of ${table}`}, 0))`.execute(tx)
