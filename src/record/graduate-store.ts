import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, WarningCode } from '../../contract/schemas/score.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'

export interface GraduateRow {
  bindingId: string
  scoreId: string
  enrollmentId: string | null
  name: string
  symbol: string
  creatorAddress: string
  token: string
  chainId: number
  isCommitted: boolean
  isAnchored: boolean
  aggregateX100: number
  band: Band
  outcome: LaunchOutcome | null
  warningCodes: WarningCode[]
  scoredAt: Date
  tradingSince: Date
  graduatedAt: Date
  leastDepth: number
  venueGraduatedAt: Date | null
  sinceOutcome: string | null
  sinceHorizon: string | null
  /** The observation that decided; null too when a correction withdrew the outcome. */
  sinceSeenAt: Date | null
  rules: string
}

/**
 * One more row than the limit, when the list continues. Launches that are taken down aren't shown; a corrected outcome is
 * unknown.
 */
export async function listGraduateRows(db: Db, { limit, after }: PageRequest): Promise<GraduateRow[]> {
  const { rows } = await sql<GraduateRow>`
    select g.binding_id as "bindingId", r.score_id as "scoreId", r.enrollment_id as "enrollmentId", u.name, u.symbol,
      r.creator_address as "creatorAddress", r.token, r.chain_id::int as "chainId",
      r.enrolled_at is not null as "isCommitted", r.is_anchored as "isAnchored", r.aggregate_x100 as "aggregateX100",
      r.band, ${shownOutcome('u')} as outcome, ${shownWarnings('s', 'u')} as "warningCodes", r.scored_at as "scoredAt", t.trading_since as "tradingSince",
      g.graduated_at as "graduatedAt",
      g.least_depth::float8 as "leastDepth", v.graduated_at as "venueGraduatedAt",
      case when o.is_corrected then 'unknown' else o.outcome end as "sinceOutcome", o.horizon as "sinceHorizon",
      case when not o.is_corrected then o.seen_at end as "sinceSeenAt", g.rules
    from graduations g
    join recorded_launches r on r.binding_id = g.binding_id
    join recorded_starts t on t.binding_id = g.binding_id
    join scores s on s.id = r.score_id join submissions u on u.id = s.submission_id
    left join recorded_venue_graduations v on v.binding_id = g.binding_id
    left join lateral (
      select outcome, horizon, seen_at, exists (select from corrections c
        where c.subject = 'outcome:' || g.binding_id || ':' || o.horizon) as is_corrected
      from outcomes o where o.binding_id = g.binding_id
      order by array_position(array['90d', '30d', '7d', '24h'], horizon) limit 1) o on true
    where u.hidden_reason is null
      and not exists (select from corrections c where c.subject = 'binding:' || g.binding_id)
      and (${after === null} or (g.graduated_at, g.binding_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by g.graduated_at desc, g.binding_id desc limit ${limit + 1}`.execute(db)
  return rows
}

/** The number of all launches that began to trade, of which the graduates are some. */
export async function countTraded(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from recorded_starts t join recorded_launches r on r.binding_id = t.binding_id
    where not exists (select from corrections c where c.subject = 'binding:' || t.binding_id)
      and r.score_id not in (
        select s.id from submissions u join scores s on s.submission_id = u.id where u.hidden_reason is not null)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The number of all graduates, and when the record last decided something. */
export async function countGraduates(db: Db): Promise<{ count: number; decidedAt: Date | null }> {
  const { rows } = await sql<{ count: number; decidedAt: Date | null }>`
    select count(*)::int as count,
      greatest(max(g.decided_at), (select max(decided_at) from outcomes)) as "decidedAt"
    from graduations g
    join recorded_launches r on r.binding_id = g.binding_id
    join scores s on s.id = r.score_id join submissions u on u.id = s.submission_id
    where u.hidden_reason is null
      and not exists (select from corrections c where c.subject = 'binding:' || g.binding_id)`.execute(db)
  return rows[0] ?? { count: 0, decidedAt: null }
}
