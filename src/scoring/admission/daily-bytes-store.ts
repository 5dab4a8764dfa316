import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep/delete-rows.ts'
import { withoutFlush } from '../../database/without-flush.ts'

/** The bytes of several buckets of a day; empty buckets are left out. */
export async function findDailyBytes(db: Db, day: string, buckets: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('daily_bytes')
    .select(['bucket', 'bytes'])
    .where('day', '=', day)
    .where('bucket', 'in', buckets)
    .execute()
  return new Map(rows.map(({ bucket, bytes }) => [bucket, Number(bytes)]))
}

/** Adds to several buckets, locked in the same order on every replica. */
export async function addDailyBytes(db: Db, day: string, bytes: Map<string, number>): Promise<void> {
  const rows = [...bytes].map(([bucket, added]) => ({ day, bucket, bytes: String(added) }))
  await db
    .insertInto('daily_bytes')
    .values(rows.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'bucket']).doUpdateSet({ bytes: sql`daily_bytes.bytes + excluded.bytes` }),
    )
    .returning(withoutFlush)
    .execute()
}

/** Deletes the days before `day`; returns how many rows. */
export const deleteDailyBytes = (db: Db, day: string, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'daily_bytes', where: sql`day < ${day}::date` }, signal)
