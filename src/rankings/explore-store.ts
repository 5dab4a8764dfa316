import { type RawBuilder, sql } from 'kysely'
import type { LaunchOutcome } from '../../contract/codes.ts'
import { type Band, bandNames, type WarningCode } from '../../contract/schemas/score.ts'
import { type ShownStanding, toShownStanding } from '../../contract/standing.ts'
import type { Db } from '../database/db.ts'
import type { Position } from '../platform/http/paging.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { OfChain } from './launch-store.ts'
import type { EntryPosition, Order } from './leaderboard-cursor.ts'

export interface RankedId {
  scoreId: string
  aggregateX100: number
  createdAt: Date
}

interface NewestRequest {
  leaderboard: string
  chain: OfChain | null
  filter: Band | 'critical' | null
  /** Only scores newer than this. */
  since: Date
  limit: number
  after: Position | null
}

const columns = sql`score_id as "scoreId", aggregate_x100 as "aggregateX100", created_at as "createdAt"`

/** One more than `limit` when there are more. Reads one page of the index per band. */
export async function listNewestRows(db: Db, { filter, ...request }: NewestRequest): Promise<RankedId[]> {
  const kept = filter === null ? bandNames.map(inBand) : [filter === 'critical' ? sql`is_critical` : inBand(filter)]
  const branches = kept.map((condition) => newest(condition, request))
  const { rows } = await sql<RankedId>`
    select ${columns} from (${sql.join(branches, sql` union all `)}) as newest
    order by created_at desc, score_id desc limit ${request.limit + 1}`.execute(db)
  return rows
}

const isOn = (chain: OfChain | null) =>
  chain
    ? sql`and exists (select from submissions as own where own.id = rankings.submission_id
        and coalesce(own.chain_id, ${chain.defaultChainId}) = ${chain.chainId})`
    : sql``

const inBand = (band: string) => sql`band = ${band}`

const newest = (
  condition: RawBuilder<unknown>,
  { leaderboard, chain, since, after, limit }: Omit<NewestRequest, 'filter'>,
) => sql`(
  select score_id, aggregate_x100, created_at from rankings
  where cohort = ${leaderboard} and ${condition} and created_at > ${since} ${isOn(chain)}
    ${after ? sql`and (created_at, score_id) < (${after.at}, ${after.id})` : sql``}
  order by created_at desc, score_id desc limit ${limit + 1})`

interface CriticalRequest {
  leaderboard: string
  chain: OfChain | null
  order: Order
  since: Date
  limit: number
  after: Omit<EntryPosition, 'place'> | null
}

/** One more than `limit` when there are more. Reads all such rankings of the window. */
export async function listCriticalRows(
  db: Db,
  { leaderboard, chain, order, since, limit, after }: CriticalRequest,
): Promise<RankedId[]> {
  // Ties put the older score first in both orders.
  const [direction, sign] = order === 'best' ? [sql.raw('desc'), -1] : [sql.raw('asc'), 1]
  const { rows } = await sql<RankedId>`
    select ${columns} from rankings
    where cohort = ${leaderboard} and is_critical and created_at > ${since} ${isOn(chain)}
      ${
        after
          ? sql`and (${sign}::int * aggregate_x100, created_at, score_id) > (${sign * after.aggregateX100}::int, ${after.at}, ${after.id})`
          : sql``
      }
    order by aggregate_x100 ${direction}, created_at, score_id limit ${limit + 1}`.execute(db)
  return rows
}

export interface TicketRow {
  scoreId: string
  /** null: CHAIN_ID. */
  chainId: number | null
  name: string
  symbol: string
  /** Lower case. */
  creatorAddress: string
  aggregateX100: number
  band: Band
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  hasStubs: boolean
  signals: { name: string; score: number | null }[]
  /** The creator's wallet has signed, and the providers report no other deployer. */
  isSigned: boolean
  isCopy: boolean
  creatorLaunches: { launched: number; known: number; alive: number } | null
  enrollmentId: string | null
  scheduledFor: Date | null
  createdAt: Date
}

/** In no order; taken-down and test scores are left out. */
export async function listTicketRows(db: Db, scoreIds: string[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select s.id as "scoreId", u.chain_id::float8 as "chainId", u.name, u.symbol, u.creator_address as "creatorAddress", s.aggregate_x100 as "aggregateX100",
      s.band, ${shownOutcome('u')} as outcome, ${shownWarnings('s', 'u')} as warnings, s.has_stubs as "hasStubs",
      u.signed_at is not null and s.speaks <> 1 as "isSigned", is_copy(u.identity, u.creator_address) as "isCopy",
      s.created_at as "createdAt", e.id as "enrollmentId", e.scheduled_for as "scheduledFor", measured.signals,
      earlier.launches as "creatorLaunches"
    from scores as s
    join submissions as u on u.id = s.submission_id
    left join lateral (
      select id, scheduled_for from enrollments where submission_id = s.submission_id
      order by score_id = s.id desc, enrolled_at desc limit 1) as e on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('name', part ->> 'signal', 'score',
        case when (part ->> 'effectiveWeight')::float8 > 0 then part -> 'score' end) order by place), '[]') as signals
      from json_array_elements(s.body::json #> '{explanation,contributions}') with ordinality as listed (part, place)
    ) as measured
    cross join lateral (
      select case when count(*) > 0 then json_build_object(
        'launched', coalesce(max((fact #>> '{values,tokens}')::float8), 0),
        'known', coalesce(max((fact #>> '{values,known}')::float8), 0),
        'alive', coalesce(max((fact #>> '{values,alive}')::float8), 0)) end as launches
      from json_array_elements(case json_typeof(s.body::json #> '{signals,creator,facts}')
        when 'array' then s.body::json #> '{signals,creator,facts}' else '[]' end) as fact
      where fact ->> 'code' in ('no_launches', 'launches', 'launches_at_least', 'launches_alive')
    ) as earlier
    where s.id = any(${scoreIds}::uuid[]) and not s.is_test and u.hidden_reason is null`.execute(db)
  return rows
}

export interface TokenScore {
  scoreId: string
  /** Lower case. */
  creatorAddress: string
  standing: ShownStanding
}

/** Of the contract of this key. The score that represents it comes first (D61). */
export async function listTokenScores(db: Db, contract: string, limit: number): Promise<TokenScore[]> {
  const rows = await db
    .selectFrom('scores as s')
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .select(['s.id as scoreId', 'u.creator_address as creatorAddress', 's.speaks'])
    .where('s.contract_address', '=', contract)
    .where('s.is_current', '=', sql.lit(true)) // literals, to match the partial index
    .where('s.is_test', '=', sql.lit(false))
    .where('u.hidden_reason', 'is', null)
    .orderBy('s.speaks', 'desc')
    .orderBy('s.speaks_from')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ speaks, ...row }) => ({ ...row, standing: toShownStanding(speaks) }))
}
