import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Correction } from '../corrections/store.ts'
import type { Horizon, Outcome } from '../rules/outcome-1.0.0.ts'

export interface OutcomeRow {
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
  venueGraduation: { graduatedAt: Date; successor: string; txHash: string } | null
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
      venueGraduatedAt && successor && successorTx
        ? { graduatedAt: venueGraduatedAt, successor, txHash: successorTx }
        : null,
    graduation: graduatedAt && { graduatedAt, leastDepth: leastDepth ?? 0, rules: graduationRules ?? '' },
    outcomes: row.outcomes.map((one) => ({ ...one, seenAt: one.seenAt === null ? null : new Date(one.seenAt) })),
    corrections: row.corrections.map((one) => ({ ...one, correctedAt: new Date(one.correctedAt) })),
  }
}
