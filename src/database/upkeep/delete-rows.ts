import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../db.ts'
import { deleteInBatches } from './delete-in-batches.ts'

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
