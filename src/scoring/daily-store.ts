import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import { withoutFlush } from '../database/sql.ts'

interface DailyCount {
  /** YYYY-MM-DD */
  day: string
  bucket: string
  /** Negative for scorings that are returned. */
  by: number
}

/**
 * Locks the counts in the same order on every replica, and returns the new values in the given order. Commits without a
 * flush: the stored score flushes the count too.
 */
export async function addToDailyScores(db: Db, counts: DailyCount[]): Promise<number[]> {
  const { rows } = await sql<{ at: string; taken: number }>`
    with added as (
      insert into daily_scores as kept (day, bucket, taken)
      select * from unnest(${counts.map(({ day }) => day)}::date[], ${counts.map(({ bucket }) => bucket)}::text[],
        ${counts.map(({ by }) => by)}::int[]) as given (day, bucket, taken) order by day, bucket
      on conflict (day, bucket) do update set taken = kept.taken + excluded.taken
      returning day, bucket, taken)
    select day::text || bucket as at, taken, ${withoutFlush} from added`.execute(db)
  const taken = new Map(rows.map((row) => [row.at, row.taken]))
  return counts.map(({ day, bucket }) => taken.get(day + bucket) ?? 0)
}

/** Deletes old counts; those of keys are kept until `ofKeysBefore`. */
export function deleteDailyScores(
  db: Db,
  { before, ofKeysBefore }: { before: string; ofKeysBefore: string },
  signal: AbortSignal,
): Promise<number> {
  const where = sql`day < ${ofKeysBefore}::date or (day < ${before}::date and bucket not like 'key %')`
  return deleteRows(db, { table: 'daily_scores', where }, signal)
}

/** A bucket's counts of the days from `since` (YYYY-MM-DD). */
export async function listDailyScores(
  db: Db,
  { bucket, since }: { bucket: string; since: string },
): Promise<{ day: string; scores: number }[]> {
  const { rows } = await sql<{ day: string; scores: number }>`
    select day::text, taken as scores from daily_scores where day >= ${since}::date and bucket = ${bucket}`.execute(db)
  return rows
}
