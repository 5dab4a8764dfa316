import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { RankedScore } from './launch-store.ts'
import { toCohortName, type Window } from './windows.ts'

interface CohortCount {
  below: number
  equal: number
  size: number
}

type RankedAggregate = Pick<RankedScore, 'aggregateX100' | 'promptName' | 'promptMajor'>

interface CohortRequest {
  score: RankedAggregate
  window: Window
  since: Date
}

export const selectWatermark = (window: Window) =>
  sql`select coalesce((select since from ranking_watermarks where span = ${window}), '-infinity') as since`

/**
 * Uses the stored counts plus pending changes, corrected by the rows between the counts' watermark and `since`. The
 * cost doesn't grow with the cohort.
 */
export async function countCohort(db: Db, { score, window, since }: CohortRequest): Promise<CohortCount> {
  const cohort = sql`${toCohortName({ name: score.promptName, major: score.promptMajor })}`
  const aggregate = sql`${score.aggregateX100}::int`
  const { rows } = await sql<CohortCount>`
    with ${cohortParts({ cohort, aggregate, window, since })} select ${cohortSums} from parts`.execute(db)
  return rows[0] ?? { below: 0, equal: 0, size: 0 }
}

/** Reads by the score's id in one statement. Undefined if the score does not exist. */
export async function countCohortOf(
  db: Db,
  { scoreId, window, since }: { scoreId: string; window: Window; since: Date },
): Promise<(CohortCount & { cohort: string; isCompared: boolean }) | undefined> {
  const [cohort, aggregate] = [sql`(select cohort from own)`, sql`(select aggregate_x100 from own)`]
  const { rows } = await sql<CohortCount & { cohort: string | null; isCompared: boolean | null }>`
    with own as materialized (
      select prompt_name || '@' || prompt_major as cohort, aggregate_x100,
        not has_stubs and coalesce(outcome, '') not in ('rugged', 'dead')
          and not is_critical_now(warning_codes, scores.contract_address) as is_compared
      from scores join submissions on submissions.id = submission_id where scores.id = ${scoreId}),
    ${cohortParts({ cohort, aggregate, window, since })}
    select ${cohort} as cohort, (select is_compared from own) as "isCompared", ${cohortSums} from parts`.execute(db)
  const [row] = rows
  return row && row.cohort !== null ? { ...row, cohort: row.cohort, isCompared: row.isCompared === true } : undefined
}

interface CohortParts {
  cohort: Expression
  aggregate: Expression
  window: Window
  since: Date
}

type Expression = ReturnType<typeof sql>

const cohortParts = ({ cohort, aggregate, window, since }: CohortParts) => sql`
  watermark as materialized (${selectWatermark(window)}),
  rolled_up as (
    select step, bucket, entries from ranking_counts
    where cohort = ${cohort} and span = ${window} and step = 100
    union all
    select step, bucket, entries from ranking_counts
    where cohort = ${cohort} and span = ${window} and step = 1
      and bucket >= ${aggregate} / 100 * 100 and bucket <= ${aggregate}),
  pending as (${pendingEntries({ cohort, since })}),
  parts as (
    select entries, bucket < ${aggregate} / step as is_below, step = 1 and bucket = ${aggregate} as is_equal,
      step = 100 as is_sized
    from rolled_up
    union all
    select entries, bucket < ${aggregate}, bucket = ${aggregate}, true from pending)`

const cohortSums = sql`coalesce(sum(entries) filter (where is_below), 0)::int as below,
  coalesce(sum(entries) filter (where is_equal), 0)::int as equal,
  coalesce(sum(entries) filter (where is_sized), 0)::int as size`

/** Changes that the counts lack: unprocessed ones, and rows between the watermark and `since`. */
const pendingEntries = ({ cohort, since }: { cohort: Expression | string; since: Date }) => sql`
  select aggregate_x100 as bucket, change as entries from ranking_changes
  where cohort = ${cohort} and created_at > (select since from watermark)
  union all
  select aggregate_x100, -1 from rankings
  where cohort = ${cohort} and created_at > (select since from watermark) and created_at <= ${since}
  union all
  select aggregate_x100, 1 from rankings
  where cohort = ${cohort} and created_at > ${since} and created_at <= (select since from watermark)`

interface BinCount {
  bin: number
  count: number
}

/** 20 bins; empty ones are left out. Reads few rows, like countCohort. */
export async function countBins(
  db: Db,
  { cohort, window, since }: { cohort: string; window: Window; since: Date },
): Promise<BinCount[]> {
  const { rows } = await sql<BinCount>`
    with watermark as materialized (${selectWatermark(window)}),
    pending as (${pendingEntries({ cohort, since })}),
    parts as (
      select bucket / 5 as bin, entries from ranking_counts
      where cohort = ${cohort} and span = ${window} and step = 100
      union all
      select bucket / 500, entries from pending)
    select least(bin, 19)::int as bin, sum(entries)::int as count from parts
    group by 1 having sum(entries) > 0 order by 1`.execute(db)
  return rows
}

type Starts = Record<Window, Date>

/** Whether anything has changed since the last rollup, or has left a window. */
export async function isRollupDue(db: Db, starts: Starts): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    with ${watermarks(starts)}
    select exists (select from ranking_changes) or exists (
      select from watermarks cross join lateral (
        select from rankings where created_at > former and created_at <= since limit 1) as old) as is_due`.execute(db)
  return rows[0]?.is_due ?? false
}

/**
 * Adds at most `limit` changes. If that is all, each window's watermark moves to its start: older changes are never
 * added. One statement under the lock, so that all parts see the same rankings.
 */
export async function rollUpChanges(tx: Tx, starts: Starts, limit: number): Promise<void> {
  await sql`
    with taken as (
      delete from ranking_changes where ctid = any(array(select ctid from ranking_changes limit ${limit}))
      returning cohort, aggregate_x100, created_at, change),
    ${watermarks(starts, sql`(select count(*) < ${limit} from taken)`)},
    moved as (
      insert into ranking_watermarks (span, since) select span, since from watermarks
      on conflict (span) do update set since = excluded.since),
    changes as (
      select span, cohort, aggregate_x100, change from watermarks join taken on created_at > former
      union all
      select span, cohort, aggregate_x100, -1 from watermarks cross join lateral (${rankingsIn('former', 'since')}) as older
      union all
      select span, cohort, aggregate_x100, 1 from watermarks cross join lateral (${rankingsIn('since', 'former')}) as newer),
    sums as (
      select cohort, span, step, aggregate_x100 / step as bucket, sum(change) as change
      from changes cross join (values (1), (100)) as steps (step)
      group by 1, 2, 3, 4)
    merge into ranking_counts as c using (select * from sums where change <> 0) as s
      on c.cohort = s.cohort and c.span = s.span and c.step = s.step and c.bucket = s.bucket
    when matched and c.entries + s.change = 0 then delete
    when matched then update set entries = c.entries + s.change
    when not matched then insert (cohort, span, step, bucket, entries)
      values (s.cohort, s.span, s.step, s.bucket, s.change)`.execute(tx)
}

/** `offset 0` makes the planner look rankings up by age for each window. */
const rankingsIn = (after: 'former' | 'since', upTo: 'former' | 'since') => sql`
  select cohort, aggregate_x100 from rankings
  where created_at > ${sql.ref(after)} and created_at <= ${sql.ref(upTo)} offset 0`

/** The stored watermark (`former`) and the next one (`since`), which differ only if it moves. */
function watermarks(starts: Starts, isMoved = sql`true`) {
  const rows = Object.entries(starts).map(([window, since]) => sql`(${window}, ${since}::timestamptz)`)
  return sql`watermarks as materialized (
    select span, coalesce(ranking_watermarks.since, '-infinity') as former,
      case when ${isMoved} then starts.since else coalesce(ranking_watermarks.since, '-infinity') end as since
    from (values ${sql.join(rows)}) as starts (span, since) left join ranking_watermarks using (span))`
}

export const deleteFormer = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'former_rankings', where: sql`ranked_until < ${before}` }, signal)
