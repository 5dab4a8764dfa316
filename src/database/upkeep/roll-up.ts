import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** Counts that are kept by rows: writers add rows of changes, a job adds them up from time to time. */
interface Rollup {
  /** Names the lock that one replica at a time holds. */
  lock: string
  /** The tables whose rows the rollup deletes. */
  tables: string[]
  isDue: (db: Db) => Promise<boolean>
  /** Adds at most `limit` changes to the counts, in one transaction. */
  addUp: (tx: Tx, limit: number) => Promise<void>
}

/** Keeps each statement far below the limit of 10 s; the changes that remain are for the next runs. */
const maxChanges = 50_000

const maxBytes = 256 * 1024

/** Brings counts up to date. Reads add the changes that are not counted yet, so a late rollup only makes them slower. */
export async function rollUp(db: Db, { lock, tables, isDue, addUp }: Rollup): Promise<void> {
  if (!(await isDue(db))) return
  await db.transaction().execute(async (tx) => {
    if (await tryLock(tx, lock)) await addUp(tx, maxChanges)
  })
  // The embedded database has no autovacuum, and every read passes over deleted rows.
  if ((await countBytes(db, tables)) > maxBytes)
    await sql`vacuum ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}

/** Locks until the transaction ends; false: another replica holds the lock. */
async function tryLock(tx: Tx, lock: string): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as is_locked`.execute(tx)
  return rows[0]?.is_locked ?? false
}

async function countBytes(db: Db, tables: string[]): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_relation_size(name::regclass)) as bytes from unnest(${tables}::text[]) as name`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
