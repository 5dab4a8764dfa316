import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Fewer dead rows are not worth reading the indexes. */
const minDead = 20_000
/** A share of the live rows, so that a long queue is not vacuumed again for every few rows that leave it. */
const deadShare = 0.1

/**
 * Vacuums a table that rows leave as fast as they come, once enough of them are dead. Until a vacuum has passed, new rows go to
 * new pages; autovacuum looks at a table once a minute, and the embedded database has none.
 */
export async function vacuumDead(db: Db, table: string): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_user_tables
    where relid = ${table}::regclass and n_dead_tup > ${minDead} + ${deadShare}::float8 * n_live_tup`.execute(db)
  // another vacuum of the same table does the work
  if (rows.length > 0) await sql`vacuum (skip_locked) ${sql.table(table)}`.execute(db)
}
