import { sql } from 'kysely'
import { hourMs } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import type { Correction } from './correction-store.ts'
import type { WatchedPool } from './observation-store.ts'
import { type Horizon, type Observation, type Outcome, type Removal, horizons } from './rules/outcome-1.0.0.ts'

interface OutcomeRow {
  horizon: Horizon
  outcome: Outcome
  cause: string | null
  seenAt: Date | null
  rules: string
}

/** The outcome of a binding, as far as it is decided. */
export interface OutcomeHistory {
  /** false: nobody observes the token, since the binding isn't proven. */
  isWatched: boolean
  tradingSince: Date | null
  closed: 'done' | 'untraded' | 'replaced' | 'corrected' | null
  /** As recorded with the launch; null: it isn't recorded yet. */
  earlierScores: number | null
  graduation: { graduatedAt: Date; leastDepth: number; rules: string } | null
  /** The launchpad's own, by which it put another token (lower case) in the place of the first. */
  venueGraduation: { graduatedAt: Date; successor: string | null; txHash: string } | null
  /** The oldest decision first. */
  outcomes: OutcomeRow[]
  /** Of the binding and of its outcomes, the oldest first. */
  corrections: Omit<Correction, 'id'>[]
}

interface OutcomeHistoryRow extends Pick<OutcomeHistory, 'isWatched' | 'tradingSince' | 'closed' | 'earlierScores'> {
  graduatedAt: Date | null
  leastDepth: number | null
  graduationRules: string | null
  venueGraduatedAt: Date | null
  successor: string | null
  successorTx: string | null
  outcomes: (Omit<OutcomeRow, 'seenAt'> & { seenAt: string | null })[]
  corrections: (Omit<Correction, 'id' | 'correctedAt'> & { correctedAt: string })[]
}

/** One statement, so that its parts are of one moment. */
export async function findOutcomeHistory(db: Db, bindingId: string): Promise<OutcomeHistory> {
  const { rows } = await sql<OutcomeHistoryRow>`
    select w.binding_id is not null as "isWatched", w.trading_since as "tradingSince", w.closed,
      r.earlier_scores as "earlierScores", g.graduated_at as "graduatedAt", g.least_depth::float8 as "leastDepth",
      g.rules as "graduationRules", v.graduated_at as "venueGraduatedAt", v.successor, v.tx_hash as "successorTx",
      (select coalesce(json_agg(json_build_object('horizon', o.horizon, 'outcome', o.outcome, 'cause', o.cause,
          'seenAt', o.seen_at, 'rules', o.rules) order by o.decided_at, o.rules), '[]')
        from outcomes o where o.binding_id = b.id) as outcomes,
      (select coalesce(json_agg(json_build_object('subject', c.subject, 'reason', c.reason,
          'explanation', c.explanation, 'replacement', c.replacement, 'correctedAt', c.corrected_at,
          'madeBy', c.made_by)
          order by c.corrected_at, c.id), '[]')
        from corrections c where c.subject in ('binding:' || b.id, 'outcome:' || b.id || ':24h',
          'outcome:' || b.id || ':7d', 'outcome:' || b.id || ':30d', 'outcome:' || b.id || ':90d')) as corrections
    from token_bindings b
    left join watches w on w.binding_id = b.id
    left join recorded_launches r on r.binding_id = b.id
    left join graduations g on g.binding_id = b.id
    left join recorded_venue_graduations v on v.binding_id = b.id
    where b.id = ${bindingId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no binding ${bindingId}`)
  const { graduatedAt, leastDepth, graduationRules, venueGraduatedAt, successor, successorTx, ...history } = row
  return {
    ...history,
    venueGraduation:
      venueGraduatedAt && successorTx ? { graduatedAt: venueGraduatedAt, successor, txHash: successorTx } : null,
    graduation: graduatedAt && { graduatedAt, leastDepth: leastDepth ?? 0, rules: graduationRules ?? '' },
    outcomes: row.outcomes.map((one) => ({ ...one, seenAt: one.seenAt === null ? null : new Date(one.seenAt) })),
    corrections: row.corrections.map((one) => ({ ...one, correctedAt: new Date(one.correctedAt) })),
  }
}

/** How often a token was observed since it was bound. */
export async function countObservations(db: Db, bindingId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from observations where binding_id = ${bindingId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The pool in which most of the money was when the token was last seen; null: no pool is known. */
export async function findDeepestPool(db: Db, bindingId: string): Promise<WatchedPool | null> {
  const { rows } = await sql<{ pools: WatchedPool[] }>`
    select pools from watches where binding_id = ${bindingId}`.execute(db)
  return rows[0]?.pools.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? null
}

const depthOf = ({ amount, usd }: WatchedPool): number => (amount ?? 0) * (usd ?? 0)

export interface ObservationRow extends Omit<Observation, 'hours' | 'removal'> {
  seenAt: Date
  removal: (Removal & { txHash: string | null }) | null
}

/** The observations since trading began, the oldest first. */
export async function listTradingObservations(db: Db, bindingId: string, limit: number): Promise<ObservationRow[]> {
  const { rows } = await sql<ObservationRow>`
    select o.seen_at as "seenAt", o.state, o.depth::float8 as depth, o.is_partial as partial,
      o.chain_depth::float8 as "chainDepth", o.buys, o.sells, o.volume::float8 as volume, o.cannot_sell as "cannotSell",
      case when o.removal_by is not null then
        json_build_object('share', o.removal_share::float8, 'by', o.removal_by, 'txHash', o.removal_tx) end as removal
    from observations o join watches w on w.binding_id = o.binding_id
    where o.binding_id = ${bindingId} and o.seen_at >= w.trading_since
    order by o.seen_at limit ${limit}`.execute(db)
  return rows
}

/** By the id of their score, when the tokens of launches were created; without those that a binding doesn't prove. */
export async function listLaunchTimes(db: Db, scoreIds: string[]): Promise<Map<string, Date>> {
  if (scoreIds.length === 0) return new Map()
  const { rows } = await sql<{ scoreId: string; at: Date }>`
    select s.id as "scoreId", b.created_block_at as at
    from scores s join token_bindings b on b.submission_id = s.submission_id
    where s.id = any(${scoreIds}::uuid[]) and b.state = 'proven' and b.excluded is null
      and b.created_block_at is not null`.execute(db)
  return new Map(rows.map(({ scoreId, at }) => [scoreId, at]))
}

/** The outcome of a launch at a horizon. */
interface JudgedHorizon {
  horizon: Horizon
  /** null: not decided yet. */
  decided: OutcomeRow | null
  outcome: Outcome | null
  cause: string | null
  /** When the launch reaches the horizon. */
  dueAt: Date
}

/** The four horizons; none before trading began. A corrected outcome is unknown, as in the figures of the record. */
export function listHorizons({ tradingSince, outcomes, corrections }: OutcomeHistory): JudgedHorizon[] {
  if (!tradingSince) return []
  return (Object.keys(horizons) as Horizon[]).map((horizon) => {
    const decided = outcomes.findLast((row) => row.horizon === horizon) ?? null
    const isCorrected = corrections.some(
      ({ subject }) => subject.startsWith('outcome:') && subject.endsWith(`:${horizon}`),
    )
    const dueAt = new Date(tradingSince.getTime() + horizons[horizon].hours * hourMs)
    if (decided && isCorrected) return { horizon, decided, outcome: 'unknown', cause: 'corrected', dueAt }
    return { horizon, decided, outcome: decided?.outcome ?? null, cause: decided?.cause ?? null, dueAt }
  })
}
