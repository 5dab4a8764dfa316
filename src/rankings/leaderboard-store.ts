import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { bands } from '../scoring/band.ts'
import type { LaunchOutcome } from '../scoring/lead.ts'
import type { Band, WarningCode } from '../scoring/schemas.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown/shown-state-store.ts'
import type { EntryPosition, Order } from './leaderboard-cursor.ts'
import { type Cohort, toLeaderboardName } from './cohort.ts'
import { selectWatermark } from './ranking-count-store.ts'
import type { Window } from './windows.ts'

interface LeaderboardSelection {
  cohort: Cohort
  /** Only scores whose creator enrolled. */
  isSigned: boolean
  /** Only this band; null: all. */
  band: Band | null
  window: Window
  /** Only scores newer than this. */
  since: Date
  /** The time whose rankings are listed; null: now. */
  asOf: Date | null
  /** Rows in each order. */
  count: number
  /** Rows after these positions; null: from the top. */
  after: Record<Order, EntryPosition> | null
}

export interface LeaderboardRow {
  order: Order
  scoreId: string
  name: string
  symbol: string
  creatorAddress: string
  contractAddress: string | null
  aggregateX100: number
  band: Band
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  createdAt: Date
  /** The time of the latest change of any ranking. */
  newestAt: Date
}

/**
 * Lists a leaderboard in both orders. The counts say which aggregates occur in the window, and the index gives the rows of
 * each: the cost grows neither with the number of rankings nor with the position on the leaderboard.
 */
export async function listLeaderboardRows(db: Db, request: LeaderboardSelection): Promise<LeaderboardRow[]> {
  const { window, since, asOf } = request
  const leaderboard = toLeaderboardName(request)
  const { rows } = await sql<LeaderboardRow>`
    with recursive watermark as materialized (${selectWatermark(window)}),
    pending (aggregates) as materialized (select array(
      select aggregate_x100 from ranking_changes
      where cohort = ${leaderboard} and created_at > (select since from watermark)
      union
      select aggregate_x100 from rankings
      where cohort = ${leaderboard} and created_at > ${since} and created_at <= (select since from watermark))),
    ${asOf ? sql`replaced as materialized (${replacedRows(request, asOf)}),` : sql``}
    ${orderedRows('best', request)},
    ${orderedRows('worst', request)}
    select "order", score_id as "scoreId", name, symbol, creator_address as "creatorAddress",
      scores.contract_address as "contractAddress", entry.aggregate_x100 as "aggregateX100", entry.band,
      entry.created_at as "createdAt", ${shownOutcome('submissions')} as outcome,
      ${shownWarnings('scores', 'submissions')} as warnings,
      (select max(ranked_from) from rankings) as "newestAt"
    from (select 'best' as "order", best.* from best union all select 'worst', worst.* from worst) as entry
    join submissions on submissions.id = entry.submission_id join scores on scores.id = entry.score_id
    order by "order", place`.execute(db)
  return rows
}

/** The rankings of that time that have been replaced since. */
const replacedRows = (request: LeaderboardSelection, asOf: Date) => sql`
  select submission_id, score_id, aggregate_x100, band, created_at from former_rankings
  where cohort = ${toLeaderboardName(request)} and ranked_from <= ${asOf} and ranked_until > ${asOf} and created_at > ${request.since}`

/** The aggregates of a band, in hundredths. */
function toRange(band: Band | null): { min: number; max: number } {
  if (band === null) return { min: 0, max: 10_000 }
  const above = Object.values(bands)
    .map(({ from }) => from)
    .filter((from) => from > bands[band].from)
  return { min: bands[band].from * 100, max: above.length > 0 ? Math.min(...above) * 100 - 1 : 10_000 }
}

type Range = ReturnType<typeof toRange>

const orders = {
  best: {
    start: (after: EntryPosition | undefined, { max }: Range) => (after?.aggregateX100 ?? max) + 1,
    onwards: sql.raw('<'),
    direction: sql.raw('desc'),
    next: sql.raw('max'),
    nearest: sql.raw('greatest'),
  },
  worst: {
    start: (after: EntryPosition | undefined, { min }: Range) => (after?.aggregateX100 ?? min) - 1,
    onwards: sql.raw('>'),
    direction: sql.raw('asc'),
    next: sql.raw('min'),
    nearest: sql.raw('least'),
  },
}

/** Steps from one occurring aggregate to the next, collecting its rows, until there are enough. */
function orderedRows(order: Order, request: LeaderboardSelection) {
  const { start, onwards, direction, next, nearest } = orders[order]
  const { window, asOf, count, after, band } = request
  const leaderboard = toLeaderboardName(request)
  const then = sql`${asOf ?? 'infinity'}::timestamptz`
  const range = toRange(band)
  const startAt = sql`${start(after?.[order], range)}::int`
  const isInRange = (aggregate: RawBuilder<unknown>) =>
    sql`${aggregate} between ${range.min}::int and ${range.max}::int`
  const isAfter = afterPosition(request, after?.[order])
  const steps = sql.raw(`${order}_steps`)
  return sql`
    ${steps} as (
      select ${startAt} as aggregate, 0 as found, null::rankings[] as entries
      union all
      select step.aggregate, last.found + cardinality(here.entries), here.entries
      from ${steps} as last
      cross join lateral (select ${nearest}(
        (select bucket from ranking_counts
          where cohort = ${leaderboard} and span = ${window} and step = 1 and bucket ${onwards} last.aggregate
          order by bucket ${direction} limit 1),
        (select ${next}(known) from pending, unnest(aggregates) as known where known ${onwards} last.aggregate)
      ) as aggregate offset 0) as step
      cross join lateral (select array(
        select rankings from rankings
        where cohort = ${leaderboard} and aggregate_x100 = step.aggregate and created_at <= ${then} and ranked_from <= ${then}
          and ${isAfter(sql`step.aggregate`)}
        order by created_at, score_id limit ${count}) as entries offset 0) as here
      where last.found < ${count}::int and ${isInRange(sql`step.aggregate`)}),
    ${sql.raw(order)} as (
      select rows.*, row_number() over (order by aggregate_x100 ${direction}, created_at, score_id) as place
      from (
        select submission_id, score_id, aggregate_x100, band, created_at from ${steps}, unnest(entries)
        ${asOf ? sql`union all select * from replaced where aggregate_x100 ${onwards} ${startAt} and ${isInRange(sql`aggregate_x100`)} and ${isAfter(sql`aggregate_x100`)}` : sql``}
      ) as rows
      order by place limit ${count})`
}

/** Selects the rows of an aggregate after a position that has this aggregate, else from the start of the window. */
function afterPosition({ since }: LeaderboardSelection, position: EntryPosition | undefined) {
  const start = { at: since, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const resumed = position && position.at > since ? position : start
  return (aggregate: RawBuilder<unknown>) => {
    const isPositions = sql`${aggregate} = ${position?.aggregateX100 ?? null}::int`
    return sql`(created_at, score_id) > (
      case when ${isPositions} then ${resumed.at}::timestamptz else ${start.at}::timestamptz end,
      case when ${isPositions} then ${resumed.id}::uuid else ${start.id}::uuid end)`
  }
}
