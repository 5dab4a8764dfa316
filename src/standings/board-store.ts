import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Band } from '../scoring/schemas.ts'
import type { Place, Side } from './board-cursor.ts'
import { type Cohort, nameOf } from './cohort.ts'
import { edgeOf } from './count-store.ts'
import type { Window } from './windows.ts'

export interface BoardRequest {
  cohort: Cohort
  window: Window
  /** Only scores newer than this. */
  since: Date
  /** What stood then; null: what stands. */
  asOf: Date | null
  /** Rows a side. */
  count: number
  /** The rows behind these; null: from the top. */
  after: Record<Side, Place> | null
}

export interface BoardRow {
  side: Side
  scoreId: string
  name: string
  symbol: string
  creatorAddress: string
  contractAddress: string | null
  aggregateX100: number
  band: Band
  createdAt: Date
  /** The time of the newest score there is, on the board or not. */
  newestAt: Date
}

/**
 * Both sides of a board. The counts tell which aggregates occur in the window, the index gives as many rows of each as
 * are wanted: the cost grows neither with the standings nor with the place on the board.
 */
export async function listBoardRows(db: Db, request: BoardRequest): Promise<BoardRow[]> {
  const { cohort, window, since, asOf } = request
  const { rows } = await sql<BoardRow>`
    with recursive edge as materialized (${edgeOf(window)}),
    uncounted (aggregates) as materialized (select array(
      select aggregate_x100 from standing_changes
      where cohort = ${nameOf(cohort)} and created_at > (select since from edge)
      union
      select aggregate_x100 from standings
      where cohort = ${nameOf(cohort)} and created_at > ${since} and created_at <= (select since from edge))),
    ${asOf ? sql`replaced as materialized (${replacedRows(request, asOf)}),` : sql``}
    ${sideRows('best', request)},
    ${sideRows('worst', request)}
    select side, score_id as "scoreId", name, symbol, creator_address as "creatorAddress",
      contract_address as "contractAddress", aggregate_x100 as "aggregateX100", band, entry.created_at as "createdAt",
      (select max(created_at) from standings) as "newestAt"
    from (select 'best' as side, best.* from best union all select 'worst', worst.* from worst) as entry
    join submissions on submissions.id = entry.submission_id
    order by side, place`.execute(db)
  return rows
}

/** What stood then of the submissions that have been scored again since. */
const replacedRows = ({ cohort, since }: BoardRequest, asOf: Date) => sql`
  select former.* from standings cross join lateral (
    select submission_id, id as score_id, aggregate_x100, band, created_at from scores
    where submission_id = standings.submission_id and not has_stubs
      and prompt_name = ${cohort.name} and prompt_major = ${cohort.major} and created_at <= ${asOf}
    order by created_at desc, id desc limit 1) as former
  where standings.cohort = ${nameOf(cohort)} and standings.is_rescore and standings.created_at > ${asOf}
    and former.created_at > ${since}`

const ways = {
  best: {
    start: (after: Place | undefined) => (after?.aggregateX100 ?? 10_000) + 1,
    onwards: sql.raw('<'),
    direction: sql.raw('desc'),
    next: sql.raw('max'),
    nearest: sql.raw('greatest'),
  },
  worst: {
    start: (after: Place | undefined) => (after?.aggregateX100 ?? 0) - 1,
    onwards: sql.raw('>'),
    direction: sql.raw('asc'),
    next: sql.raw('min'),
    nearest: sql.raw('least'),
  },
}

/** Steps from one aggregate that occurs to the next, taking its rows along, until there are rows enough. */
function sideRows(side: Side, request: BoardRequest) {
  const { start, onwards, direction, next, nearest } = ways[side]
  const { cohort, window, asOf, count, after } = request
  const startAt = sql`${start(after?.[side])}::int`
  const isBehind = behind(request, after?.[side])
  const steps = sql.raw(`${side}_steps`)
  return sql`
    ${steps} as (
      select ${startAt} as aggregate, 0 as found, null::standings[] as entries
      union all
      select step.aggregate, last.found + cardinality(here.entries), here.entries
      from ${steps} as last
      cross join lateral (select ${nearest}(
        (select bucket from standing_counts
          where cohort = ${nameOf(cohort)} and span = ${window} and step = 1 and bucket ${onwards} last.aggregate
          order by bucket ${direction} limit 1),
        (select ${next}(known) from uncounted, unnest(aggregates) as known where known ${onwards} last.aggregate)
      ) as aggregate offset 0) as step
      cross join lateral (select array(
        select standings from standings
        where cohort = ${nameOf(cohort)} and aggregate_x100 = step.aggregate
          and created_at <= ${asOf ?? 'infinity'}::timestamptz and ${isBehind(sql`step.aggregate`)}
        order by created_at, score_id limit ${count}) as entries offset 0) as here
      where last.found < ${count}::int and step.aggregate is not null),
    ${sql.raw(side)} as (
      select rows.*, row_number() over (order by aggregate_x100 ${direction}, created_at, score_id) as place
      from (
        select submission_id, score_id, aggregate_x100, band, created_at from ${steps}, unnest(entries)
        ${asOf ? sql`union all select * from replaced where aggregate_x100 ${onwards} ${startAt} and ${isBehind(sql`aggregate_x100`)}` : sql``}
      ) as rows
      order by place limit ${count})`
}

/** Where the rows of an aggregate begin: behind the place, when it is the place's; else with the window. */
function behind({ since }: BoardRequest, place: Place | undefined) {
  const start = { at: since, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const resumed = place && place.at > since ? place : start
  return (aggregate: RawBuilder<unknown>) => {
    const isPlaces = sql`${aggregate} = ${place?.aggregateX100 ?? null}::int`
    return sql`(created_at, score_id) > (
      case when ${isPlaces} then ${resumed.at}::timestamptz else ${start.at}::timestamptz end,
      case when ${isPlaces} then ${resumed.id}::uuid else ${start.id}::uuid end)`
  }
}
