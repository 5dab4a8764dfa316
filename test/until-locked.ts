import { sql } from 'kysely'
import type { Db } from '../src/database/db.ts'
import { until } from './until.ts'

/** Resolves when at least this many statements of other connections wait for a lock. */
export const untilLocked = (db: Db, statements = 1): Promise<void> =>
  until(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= statements
  }, 10_000)
