import { sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { Tier } from '../keys/schemas.ts'
import type { PageRequest } from '../platform/paging.ts'

/** Resolves when the database has answered. */
export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)

/** Scores by their ids, which sort by time (D3), the newest first; one more than `limit` when there are more. */
export function listScoreRows(db: Db, { limit, after }: PageRequest) {
  const rows = db
    .selectFrom('scores as s')
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .leftJoin('enrollments as e', 'e.score_id', 's.id')
    .select(['s.id', 'u.name', 'u.symbol', 'u.creator_address', 's.contract_address', 's.aggregate_x100', 's.band'])
    .select(['s.has_stubs', 's.prompt_version', 's.rescored_from', 'e.id as enrollment_id', 's.created_at'])
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
  return (after ? rows.where('s.id', '<', after.id) : rows).execute()
}

export type ScoreRow = Awaited<ReturnType<typeof listScoreRows>>[number]

/** Enrollments, the newest first; one more than `limit` when there are more. */
export function listEnrollmentRows(db: Db, { limit, after }: PageRequest) {
  const rows = db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .select(['e.id', 'e.score_id', 'u.name', 'u.symbol', 'e.creator_address', 's.aggregate_x100', 'e.band'])
    .select(['e.verified_by', 'e.scheduled_for', 'e.enrolled_at'])
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
  const isOlder = after && sql<boolean>`(e.enrolled_at, e.id) < (${after.at}, ${after.id})`
  return (isOlder ? rows.where(isOlder) : rows).execute()
}

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentRows>>[number]

export interface TierCount {
  tier: Tier
  active: number
  revoked: number
  /** Of the active ones. */
  usedSince: number
}

/** Keys by tier, those that are there; keys are issued by hand and so are few. */
export async function countKeys(db: Db, { now, usedSince }: { now: Date; usedSince: Date }): Promise<TierCount[]> {
  const { rows } = await sql<TierCount>`
    select tier, count(*) filter (where is_active)::int as active, count(*) filter (where not is_active)::int as revoked,
      count(*) filter (where is_active and last_used_at >= ${usedSince})::int as "usedSince"
    from (select tier, last_used_at, revoked_at is null and (ends_at is null or ends_at > ${now}) as is_active
      from api_keys) as keys
    group by 1`.execute(db)
  return rows
}

export interface Backlog {
  /** Counted to `atMost`. */
  due: number
  oldest: Date | null
}

/** Slots that are due and not ended yet: of the index of what is pending, `atMost` entries are read. */
export const findDueSlots = (db: Db, now: Date, atMost: number): Promise<Backlog> =>
  backlog(
    db,
    sql`select send_at as at from notification_slots where state = 'pending' and send_at <= ${now}
    order by send_at limit ${atMost}`,
  )

/** Deliveries of webhooks that are due, `atMost` of each subscription's; from one subscription to the next by the index. */
export async function findDueDeliveries(db: Db, now: Date, atMost: number): Promise<Backlog> {
  const dueOf = (most: number) => sql`
    select due_at from deliveries
    where lane = queue.lane and subscription_id = queue.id and due_at <= ${now} order by due_at limit ${most}`
  const { rows } = await sql<Backlog>`
    with recursive queue (lane, id) as (
      (select lane, subscription_id from deliveries order by lane, subscription_id limit 1)
      union all
      select next.lane, next.subscription_id from queue cross join lateral (
        select lane, subscription_id from deliveries where (lane, subscription_id) > (queue.lane, queue.id)
        order by lane, subscription_id limit 1) as next)
    select (select count(*)::int from (
        select from queue cross join lateral (${dueOf(atMost)}) as due limit ${atMost}) as counted) as due,
      (select min(due_at) from queue cross join lateral (${dueOf(1)}) as first) as oldest`.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

/** What is to happen on the chain and has not landed, of which `atMost` is read. */
export const findWaitingAttestations = (db: Db, atMost: number): Promise<Backlog> =>
  backlog(
    db,
    sql`select queued_at as at from lane_jobs where state in ('queued', 'sent') order by queued_at limit ${atMost}`,
  )

async function backlog(db: Db, waiting: ReturnType<typeof sql>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as due, min(at) as oldest from (${waiting}) as waiting`.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}
