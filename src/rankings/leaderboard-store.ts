import { type RawBuilder, sql } from 'kysely'
import { bands } from '../../contract/bands.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, WarningCode } from '../../contract/schemas/score.ts'
import type { Db } from '../database/db.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { EntryPosition, Order } from './leaderboard-cursor.ts'
import type { OfChain } from './launch-store.ts'
import { selectWatermark } from './ranking-count-store.ts'
import { type Cohort, toBestName, toLeaderboardName, type Window } from './windows.ts'

interface LeaderboardSelection {
  cohort: Cohort
  isSigned: boolean
  band: Band | null
  chain: OfChain | null
  window: Window
  since: Date
  /** null: now. */
  asOf: Date | null
  count: number
  after: Record<Order, EntryPosition> | null
}

export interface LeaderboardRow {
  order: Order
  scoreId: string
  /** null: CHAIN_ID. */
  chainId: number | null
  name: string
  symbol: string
  creatorAddress: string
  contractAddress: string | null
  aggregateX100: number
  place: number
  band: Band
  outcome: LaunchOutcome | null
  isCopy: boolean
  warnings: WarningCode[]
  createdAt: Date
  /** The latest change of any ranking. */
  newestAt: Date
}

/**
 * Lists both orders. The counts say which aggregates occur in the window, and the index gives the rows of each, so the
 * cost grows neither with the number of rankings nor with the position.
 */
export async function listLeaderboardRows(db: Db, request: LeaderboardSelection): Promise<LeaderboardRow[]> {
  const { rows } = await sql<LeaderboardRow>`
    with recursive watermark as materialized (${selectWatermark(request.window)}),
    ${orderedRows('best', request)},
    ${orderedRows('worst', request)}
    select "order", score_id as "scoreId", chain_id::float8 as "chainId", name, symbol, creator_address as "creatorAddress",
      left(scores.contract_address, 42) as "contractAddress", entry.aggregate_x100 as "aggregateX100", entry.place, entry.band,
      entry.created_at as "createdAt", ${shownOutcome('submissions')} as outcome,
      ${shownWarnings('scores', 'submissions')} as warnings, is_copy(identity, creator_address) as "isCopy",
      greatest((select max(ranked_from) from rankings), (select max(ranked_until) from former_rankings)) as "newestAt"
    from (select 'best' as "order", best.* from best union all select 'worst', worst.* from worst) as entry
    join submissions on submissions.id = entry.submission_id join scores on scores.id = entry.score_id
    order by "order", position`.execute(db)
  return rows
}

/** Aggregates that the counts may lack. */
const pendingAggregates = (leaderboard: string, since: Date) => sql`
  select array(
    select aggregate_x100 from ranking_changes
    where cohort = ${leaderboard} and created_at > (select since from watermark)
    union
    select aggregate_x100 from rankings
    where cohort = ${leaderboard} and created_at > ${since} and created_at <= (select since from watermark))`

/** Rankings of that time that have been replaced since. */
const replacedRows = (leaderboard: string, { since }: LeaderboardSelection, asOf: Date) => sql`
  select submission_id, score_id, aggregate_x100, place, band, created_at from former_rankings
  where cohort = ${leaderboard} and ranked_from <= ${asOf} and ranked_until > ${asOf} and created_at > ${since}`

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

/** A board of one chain passes over the rankings of the others. */
const isOn = (chain: OfChain | null, submission: RawBuilder<unknown>) =>
  chain
    ? sql`and exists (select from submissions as own where own.id = ${submission}
        and coalesce(own.chain_id, ${chain.defaultChainId}) = ${chain.chainId})`
    : sql``

/** Steps from one occurring aggregate to the next until there are enough rows. */
function orderedRows(order: Order, request: LeaderboardSelection) {
  const { start, onwards, direction, next, nearest } = orders[order]
  const { window, since, asOf, count, after, band, chain } = request
  const leaderboard = order === 'best' ? toBestName(toLeaderboardName(request)) : toLeaderboardName(request)
  const then = sql`${asOf ?? 'infinity'}::timestamptz`
  const range = toRange(band)
  const startAt = sql`${start(after?.[order], range)}::int`
  const isInRange = (aggregate: RawBuilder<unknown>) =>
    sql`${aggregate} between ${range.min}::int and ${range.max}::int`
  const isAfter = afterPosition(request, after?.[order])
  const [steps, pending, replaced] = ['steps', 'pending', 'replaced'].map((part) => sql.raw(`${order}_${part}`))
  const replacedSubmission = sql.raw(`${order}_replaced.submission_id`)
  return sql`
    ${pending} (aggregates) as materialized (${pendingAggregates(leaderboard, since)}),
    ${asOf ? sql`${replaced} as materialized (${replacedRows(leaderboard, request, asOf)}),` : sql``}
    ${steps} as (
      select ${startAt} as aggregate, 0 as found, null::rankings[] as entries
      union all
      select step.aggregate, last.found + cardinality(here.entries), here.entries
      from ${steps} as last
      cross join lateral (select ${nearest}(
        (select bucket from ranking_counts
          where cohort = ${leaderboard} and span = ${window} and step = 1 and bucket ${onwards} last.aggregate
          order by bucket ${direction} limit 1),
        (select ${next}(known) from ${pending}, unnest(aggregates) as known where known ${onwards} last.aggregate)
      ) as aggregate offset 0) as step
      cross join lateral (select array(
        select entry from unnest(array[0, 1, 2]) as own (place)
        cross join lateral (
          select rankings as entry, created_at, score_id from rankings
          where cohort = ${leaderboard} and aggregate_x100 = step.aggregate and place = own.place::smallint
            ${isOn(chain, sql`rankings.submission_id`)} and created_at <= ${then} and ranked_from <= ${then} and ${isAfter(sql`step.aggregate`, sql`own.place`)}
          order by created_at, score_id limit ${count}) as entries
        order by own.place, created_at, score_id limit ${count}) as entries offset 0) as here
      where last.found < ${count}::int and ${isInRange(sql`step.aggregate`)}),
    ${sql.raw(order)} as (
      select rows.*, row_number() over (order by aggregate_x100 ${direction}, place, created_at, score_id) as position
      from (
        select submission_id, score_id, aggregate_x100, place, band, created_at from ${steps}, unnest(entries)
        ${asOf ? sql`union all select * from ${replaced} where true ${isOn(chain, replacedSubmission)} and aggregate_x100 ${onwards} ${startAt} and ${isInRange(sql`aggregate_x100`)} and ${isAfter(sql`aggregate_x100`, sql`place`)}` : sql``}
      ) as rows
      order by position limit ${count})`
}

/** Rows of an aggregate and place after a position; for later ones, from the start of the window. */
function afterPosition({ since }: LeaderboardSelection, position: EntryPosition | undefined) {
  const start = { at: since, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const resumed = position && position.at > since ? position : start
  return (aggregate: RawBuilder<unknown>, place: RawBuilder<unknown>) => {
    const isResumed = sql`${aggregate} = ${position?.aggregateX100 ?? null}::int and ${place} = ${position?.place ?? null}::int`
    const isPassed = sql`${aggregate} = ${position?.aggregateX100 ?? null}::int and ${place} < ${position?.place ?? null}::int`
    return sql`(created_at, score_id) > (
      case when ${isResumed} then ${resumed.at}::timestamptz when ${isPassed} then 'infinity' else ${start.at}::timestamptz end,
      case when ${isResumed} then ${resumed.id}::uuid else ${start.id}::uuid end)`
  }
}
