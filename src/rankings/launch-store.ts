import { sql } from 'kysely'
import type { Band } from '../../contract/schemas/score.ts'
import type { Db } from '../database/db.ts'
import type { PageRequest, Position } from '../platform/http/paging.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'

export interface RankedScore {
  aggregateX100: number
  band: Band
  promptVersion: string
  promptName: string
  promptMajor: number
  hasStubs: boolean
  hiddenReason: string | null
}

export const findRankedScore = (db: Db, id: string): Promise<RankedScore | undefined> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['aggregate_x100 as aggregateX100', 'band', 'prompt_version as promptVersion'])
    .select(['prompt_name as promptName', 'prompt_major as promptMajor', 'hidden_reason as hiddenReason'])
    .select('has_stubs as hasStubs')
    .where('scores.id', '=', id)
    .executeTakeFirst()

const launchRows = (db: Db) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .select(['e.id as enrollmentId', 'e.score_id as scoreId', 'u.name', 'u.symbol', 'u.image_url as imageUrl'])
    .select(['e.creator_address as creatorAddress', 's.aggregate_x100 as aggregateX100', 'e.band'])
    .select([shownOutcome('u').as('outcome'), shownWarnings('s', 'u').as('warnings')])
    .select(['e.scheduled_for as scheduledFor', 'e.enrolled_at as enrolledAt'])
    .select(sql<boolean>`is_copy(u.identity, u.creator_address)`.as('isCopy'))
    .select(sql<number | null>`u.chain_id::float8`.as('chainId'))
    .where('u.hidden_reason', 'is', null)
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')

/** A chain, and that of submissions without one. */
export interface OfChain {
  chainId: number
  defaultChainId: number
}

const isOn = ({ chainId, defaultChainId }: OfChain) =>
  sql<boolean>`coalesce(u.chain_id, ${defaultChainId}) = ${chainId}`

export function listLaunchRows(
  db: Db,
  { limit, after, band, chain }: PageRequest & { band: Band | undefined; chain: OfChain | null },
) {
  let rows = launchRows(db).limit(limit + 1)
  if (chain) rows = rows.where(isOn(chain))
  if (band) rows = rows.where('e.band', '=', band)
  if (after) rows = rows.where(isOlder(after))
  return rows.execute()
}

const isOlder = ({ at, id }: Position) => sql<boolean>`(e.enrolled_at, e.id) < (${at}, ${id})`

export type Plan = 'upcoming' | 'past'

interface PlannedRequest extends PageRequest {
  band: Band | undefined
  chain: OfChain | null
  plan: Plan
  now: Date
}

/** Nearest to `now` first; one more than `limit` when there are more. */
export function listPlannedRows(
  db: Db,
  { limit, after, band, chain, plan, now }: PlannedRequest,
): Promise<LaunchRow[]> {
  const isUpcoming = plan === 'upcoming'
  const [direction, onwards] = isUpcoming ? (['asc', sql.raw('>')] as const) : (['desc', sql.raw('<')] as const)
  let rows = launchRows(db)
    .clearOrderBy()
    .where('e.scheduled_for', isUpcoming ? '>' : '<=', now)
    .orderBy('e.scheduled_for', direction)
    .orderBy('e.id', direction)
    .limit(limit + 1)
  if (chain) rows = rows.where(isOn(chain))
  if (band) rows = rows.where('e.band', '=', band)
  if (after) rows = rows.where(sql<boolean>`(e.scheduled_for, e.id) ${onwards} (${after.at}, ${after.id})`)
  return rows.execute()
}

export type LaunchRow = Awaited<ReturnType<typeof listLaunchRows>>[number]

export function listCreatorLaunchRows(
  db: Db,
  { creatorAddress, limit, after = null }: { creatorAddress: string; limit: number; after?: PageRequest['after'] },
): Promise<LaunchRow[]> {
  const rows = launchRows(db).where('e.creator_address', '=', creatorAddress).limit(limit)
  if (!after) return rows.execute()
  return rows.where(isOlder(after)).execute()
}

/** Bounds the cost of a page. */
const maxCriticalRead = 1000

/** Counts among the newest 1,000 launches. */
export async function countCritical(db: Db, creatorAddress: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select score_id, submission_id from enrollments where creator_address = ${creatorAddress}
      order by enrolled_at desc, id desc limit ${maxCriticalRead}) as e
    join scores s on s.id = e.score_id join submissions u on u.id = e.submission_id
    where u.hidden_reason is null and has_critical(${shownWarnings('s', 'u')})`.execute(db)
  return rows[0]?.count ?? 0
}

interface BandCount {
  creator: string
  band: Band
  count: number
}

/** Taken-down launches are counted separately and subtracted, so that the rest is counted from the index alone. */
export async function countBands(db: Db, creators: string[]): Promise<BandCount[]> {
  const { rows } = await sql<BandCount>`
    select creator, band, sum(count)::int as count from (
      select creator_address as creator, band, count(*) as count from enrollments
      where creator_address = any(${creators}::text[]) group by creator_address, band
      union all
      select creator_address, band, -count(*) from enrollments where submission_id in (
        select id from submissions where creator_address = any(${creators}::text[]) and hidden_reason is not null)
      group by creator_address, band
    ) as counted group by creator, band`.execute(db)
  return rows
}

interface Original {
  scoreId: string
  name: string
  symbol: string
  enrolledAt: Date
}

/** Finds the launch that another creator enrolled first (D107). */
export async function findOriginal(db: Db, scoreId: string): Promise<Original | undefined> {
  const { rows } = await sql<Original>`
    select e.score_id as "scoreId", u.name, u.symbol, e.enrolled_at as "enrolledAt"
    from scores as s
    join submissions as own on own.id = s.submission_id
    join launch_originals as original
      on original.identity = own.identity and original.creator_address <> own.creator_address
    join submissions as u on u.identity = original.identity and u.creator_address = original.creator_address
      and u.signed_at is not null and u.hidden_reason is null
    join enrollments as e on e.submission_id = u.id
    where s.id = ${scoreId}
    order by e.enrolled_at, e.id limit 1`.execute(db)
  return rows[0]
}
