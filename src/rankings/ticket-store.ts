import { type RawBuilder, sql } from 'kysely'
import type { LaunchOutcome } from '../../contract/codes.ts'
import { type Band, bandNames, type WarningCode } from '../../contract/schemas/score.ts'
import { leastSigned } from '../../contract/standing.ts'
import type { Db } from '../database/db.ts'
import type { PageRequest, Position } from '../platform/http/paging.ts'
import { shownOutcome, shownWarnings, speakingScores } from '../scoring/shown-store.ts'
import type { OfChain } from './launch-store.ts'

export interface TicketRow {
  scoreId: string
  /** null: CHAIN_ID. */
  chainId: number | null
  name: string
  symbol: string
  aggregateX100: number
  band: Band
  warnings: WarningCode[]
  hasStubs: boolean
  speaks: number
  outcome: LaunchOutcome | null
  createdAt: Date
}

const columns = sql`s.id as "scoreId", u.chain_id::float8 as "chainId", u.name, u.symbol, s.aggregate_x100 as "aggregateX100", s.band,
  ${shownWarnings('s', 'u')} as warnings, s.has_stubs as "hasStubs", s.speaks, ${shownOutcome('u')} as outcome,
  s.created_at as "createdAt"`

/** In no order; taken-down and test scores are left out. */
export async function listTicketsById(db: Db, scoreIds: string[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select ${columns} from scores as s join submissions as u on u.id = s.submission_id
    where s.id = any(${scoreIds}::uuid[]) and not s.is_test and u.hidden_reason is null`.execute(db)
  return rows
}

/** The scores that represent the contracts (of these keys), in no order; taken-down ones are left out. */
export async function listTicketsByContract(
  db: Db,
  contracts: string[],
): Promise<(TicketRow & { contract: string })[]> {
  const { rows } = await sql<TicketRow & { contract: string }>`
    select speaking.contract, ${columns} from (${speakingScores(contracts)}) as speaking
    join scores as s on s.id = speaking.score_id join submissions as u on u.id = s.submission_id
    where u.hidden_reason is null`.execute(db)
  return rows
}

interface NewestRequest extends PageRequest {
  band: Band | undefined
  isSigned: boolean
  /** A chain, and that of submissions without one; null: all. */
  chain: OfChain | null
  /** The oldest time that is listed. */
  since: Date | undefined
}

/** Final scores, newest first, one more than `limit` when there are more. Reads one page of the index per band. */
export async function listNewestTickets(db: Db, { band, ...request }: NewestRequest): Promise<TicketRow[]> {
  const branches = (band ? [band] : bandNames).map((one) => newestOfBand(one, request))
  const { rows } = await sql<TicketRow>`
    select ${columns} from (
      select * from (${sql.join(branches, sql` union all `)}) as newest
      order by created_at desc, id desc limit ${request.limit + 1}) as page
    join scores as s on s.id = page.id join submissions as u on u.id = s.submission_id
    order by page.created_at desc, page.id desc`.execute(db)
  return rows
}

/** Its conditions are those of the indexes `scores_newest` and `scores_newest_signed`. */
const newestOfBand = (
  band: Band,
  { isSigned, chain, since, after, limit }: Omit<NewestRequest, 'band'>,
): RawBuilder<Position> => sql`(
  select a.id, a.created_at from scores as a join submissions as b on b.id = a.submission_id
  where a.band = ${band} and not a.has_stubs and a.is_current and not a.is_test and b.hidden_reason is null
    ${isSigned ? sql`and a.speaks >= ${sql.lit(leastSigned)}` : sql``}
    ${chain ? sql`and coalesce(b.chain_id, ${chain.defaultChainId}) = ${chain.chainId}` : sql``}
    ${since ? sql`and a.created_at >= ${since}` : sql``}
    ${after ? sql`and (a.created_at, a.id) < (${after.at}, ${after.id})` : sql``}
  order by a.created_at desc, a.id desc limit ${limit + 1})`
