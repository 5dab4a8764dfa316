import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from './db.ts'

/**
 * Deletes the rows of a table that match, in batches, until `signal` aborts. Returns their number. Rows that another replica
 * holds are left to it. The table must not be partitioned: a row's place is unique in one table only.
 */
export const deleteRows = (
  db: Db,
  { table, where }: { table: keyof Database; where: RawBuilder<unknown> },
  signal: AbortSignal,
): Promise<number> =>
  deleteInBatches(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${limit} for update skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }, signal)

/** Keeps each statement far below the limit of 10 s. */
const batchSize = 1000

/** Deletes until fewer rows are found than a statement may delete, or `signal` aborts. Returns the number of rows. */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let total = 0
  let deleted = batchSize
  while (!signal.aborted && deleted >= batchSize) {
    deleted = await deleteSome(batchSize)
    total += deleted
  }
  return total
}

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
