import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import { nameOf } from './cohort.ts'
import type { StandingSubject } from './store.ts'
import type { Window } from './windows.ts'

export interface CohortCount {
  below: number
  equal: number
  size: number
}

interface CohortRequest {
  subject: StandingSubject
  window: Window
  since: Date
}

/** `since`: standings newer than this are in the counts of the window. */
export const edgeOf = (window: Window) =>
  sql`select coalesce((select since from standing_edges where span = ${window}), '-infinity') as since`

/**
 * How the subject's aggregate lies among the standings newer than `since` (D21): what was counted, set right by what has
 * changed since then, and by what lies between the counted edge and `since`. The cost doesn't grow with the cohort.
 */
export async function countCohort(db: Db, { subject, window, since }: CohortRequest): Promise<CohortCount> {
  const cohort = nameOf({ name: subject.prompt_name, major: subject.prompt_major })
  const aggregate = sql`${subject.aggregate_x100}::int`
  const { rows } = await sql<CohortCount>`
    with edge as materialized (${edgeOf(window)}),
    counted as (
      select step, bucket, entries from standing_counts
      where cohort = ${cohort} and span = ${window} and step = 100
      union all
      select step, bucket, entries from standing_counts
      where cohort = ${cohort} and span = ${window} and step = 1
        and bucket >= ${aggregate} / 100 * 100 and bucket <= ${aggregate}),
    uncounted as (
      select aggregate_x100 as bucket, change as entries from standing_changes
      where cohort = ${cohort} and created_at > (select since from edge)
      union all
      select aggregate_x100, -1 from standings
      where cohort = ${cohort} and created_at > (select since from edge) and created_at <= ${since}
      union all
      select aggregate_x100, 1 from standings
      where cohort = ${cohort} and created_at > ${since} and created_at <= (select since from edge)),
    parts as (
      select entries, bucket < ${aggregate} / step as is_below, step = 1 and bucket = ${aggregate} as is_equal,
        step = 100 as is_sized
      from counted
      union all
      select entries, bucket < ${aggregate}, bucket = ${aggregate}, true from uncounted)
    select coalesce(sum(entries) filter (where is_below), 0)::int as below,
      coalesce(sum(entries) filter (where is_equal), 0)::int as equal,
      coalesce(sum(entries) filter (where is_sized), 0)::int as size
    from parts`.execute(db)
  return rows[0] ?? { below: 0, equal: 0, size: 0 }
}

type Starts = Record<Window, Date>

/** Whether anything has changed since the last fold, or has become older than a window's start. */
export async function hasUncounted(db: Db, starts: Starts): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    with ${edges(starts)}
    select exists (select from standing_changes) or exists (
      select from edges cross join lateral (
        select from standings where created_at > former and created_at <= since limit 1) as old) as is_due`.execute(db)
  return rows[0]?.is_due ?? false
}

/** Takes the counts for the rest of the transaction; false when another has them. */
export async function tryLockCounts(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('standing_counts', 0)) as is_locked`.execute(tx)
  return rows[0]?.is_locked ?? false
}

/**
 * Counts what has changed, and has each window counted from its start. One statement, begun under the lock, so that all
 * of it sees the same standings.
 */
export async function foldChanges(tx: Tx, starts: Starts): Promise<void> {
  await sql`
    with ${edges(starts)},
    taken as (delete from standing_changes returning cohort, aggregate_x100, created_at, change),
    moved as (
      insert into standing_edges (span, since) select span, since from edges
      on conflict (span) do update set since = excluded.since),
    changes as (
      select span, cohort, aggregate_x100, change from edges join taken on created_at > former
      union all
      select span, cohort, aggregate_x100, -1 from edges cross join lateral (${standingsIn('former', 'since')}) as older
      union all
      select span, cohort, aggregate_x100, 1 from edges cross join lateral (${standingsIn('since', 'former')}) as newer),
    sums as (
      select cohort, span, step, aggregate_x100 / step as bucket, sum(change) as change
      from changes cross join (values (1), (100)) as steps (step)
      group by 1, 2, 3, 4)
    merge into standing_counts as c using (select * from sums where change <> 0) as s
      on c.cohort = s.cohort and c.span = s.span and c.step = s.step and c.bucket = s.bucket
    when matched and c.entries + s.change = 0 then delete
    when matched then update set entries = c.entries + s.change
    when not matched then insert (cohort, span, step, bucket, entries)
      values (s.cohort, s.span, s.step, s.bucket, s.change)`.execute(tx)
}

/** Behind `offset 0` the planner looks them up by age for each window, however many it guesses. */
const standingsIn = (after: 'former' | 'since', upTo: 'former' | 'since') => sql`
  select cohort, aggregate_x100 from standings
  where created_at > ${sql.ref(after)} and created_at <= ${sql.ref(upTo)} offset 0`

/** Of each window where its counted part begins (`former`), and where it is to begin (`since`). */
function edges(starts: Starts) {
  const rows = Object.entries(starts).map(([window, since]) => sql`(${window}, ${since}::timestamptz)`)
  return sql`edges as materialized (
    select span, coalesce(standing_edges.since, '-infinity') as former, starts.since
    from (values ${sql.join(rows)}) as starts (span, since) left join standing_edges using (span))`
}

export async function bytesOfChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_relation_size('standing_changes')::int as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

export async function vacuumChanges(db: Db): Promise<void> {
  await sql`vacuum standing_changes`.execute(db)
}
