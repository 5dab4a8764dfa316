import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { PageRequest, Position } from '../platform/http/paging.ts'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, WarningCode } from '../../contract/schemas/score.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { Horizon, Outcome } from '../tokens/rules/outcome-1.0.0.ts'

export interface RecordedFilter {
  /** null: every band. */
  band: Band | null
  /** At `horizon`; `open`: not decided yet; null: all. */
  outcome: Outcome | 'open' | null
  horizon: Horizon
}

interface Candidates extends Pick<RecordedFilter, 'outcome' | 'horizon'> {
  limit: number
  after: PageRequest['after']
}

/** The newest launches by the creation of their token; those with an outcome by the time of its decision. */
export async function listCandidates(db: Db, { outcome, horizon, limit, after }: Candidates): Promise<Position[]> {
  const before = (at: string) =>
    after ? sql`(${sql.ref(at)}, binding_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } =
    outcome === null || outcome === 'open'
      ? await sql<Position>`
          select binding_id as id, created_block_at as at from recorded_launches where ${before('created_block_at')}
          order by created_block_at desc, binding_id desc limit ${limit}`.execute(db)
      : await sql<Position>`
          select binding_id as id, decided_at as at from outcomes
          where horizon = ${horizon} and outcome = ${outcome} and ${before('decided_at')}
          order by decided_at desc, binding_id desc limit ${limit}`.execute(db)
  return rows
}

/** The newest launches of a wallet. */
export async function listCreatorCandidates(db: Db, creatorAddress: string, limit: number): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select binding_id as id, created_block_at as at from recorded_launches where creator_address = ${creatorAddress}
    order by created_block_at desc, binding_id desc limit ${limit}`.execute(db)
  return rows
}

export interface RecordedRow {
  bindingId: string
  scoreId: string
  enrollmentId: string | null
  name: string
  symbol: string
  aggregateX100: number
  band: Band
  outcome: LaunchOutcome | null
  warningCodes: WarningCode[]
  /** Lower case. */
  token: string
  chainId: number
  createdAt: Date
  tradingSince: Date | null
  isUntraded: boolean
  isCommitted: boolean
  counts: boolean
  outcomes: Partial<Record<Horizon, Outcome>> | null
}

/**
 * Those of the launches that pass the filter. Launches that are taken down aren't shown, and neither are tokens that only name
 * the wallet; a corrected outcome is unknown.
 */
export async function listRecordedRows(
  db: Db,
  ids: string[],
  { band, outcome, horizon }: RecordedFilter,
): Promise<RecordedRow[]> {
  const { rows } = await sql<RecordedRow>`
    select * from (
      select r.binding_id as "bindingId", r.score_id as "scoreId", r.enrollment_id as "enrollmentId", u.name, u.symbol,
        r.aggregate_x100 as "aggregateX100", r.band, ${shownOutcome('u')} as outcome, ${shownWarnings('s', 'u')} as "warningCodes", r.token, r.chain_id::int as "chainId",
        r.created_block_at as "createdAt", t.trading_since as "tradingSince",
        coalesce(w.closed = 'untraded', false) as "isUntraded", r.enrolled_at is not null as "isCommitted",
        r.excluded is null and not exists (
          select from corrections c where c.subject = 'binding:' || r.binding_id) as counts,
        (select json_object_agg(o.horizon, case when exists (
            select from corrections c where c.subject = 'outcome:' || o.binding_id || ':' || o.horizon)
          then 'unknown' else o.outcome end) from outcomes o where o.binding_id = r.binding_id) as outcomes
      from recorded_launches r
      join scores s on s.id = r.score_id join submissions u on u.id = s.submission_id
      left join recorded_starts t on t.binding_id = r.binding_id
      left join watches w on w.binding_id = r.binding_id
      where r.binding_id = any(${ids}::uuid[]) and u.hidden_reason is null
        and not exists (select from token_bindings b where b.id = r.binding_id and b.is_named_unsigned)
        and (${band}::text is null or r.band = ${band})) as recorded
    where (${outcome}::text is null or coalesce(outcomes ->> ${horizon}, 'open') = ${outcome})`.execute(db)
  return rows
}

/** The launches whose outcomes were decided last. */
export async function listLastDecided(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select binding_id as id from (
      select binding_id, decided_at from outcomes where outcome <> 'unknown'
      order by decided_at desc, binding_id limit ${4 * limit}) as decided
    group by binding_id order by max(decided_at) desc, binding_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface RecordedTotals {
  /** Launches that began to trade. */
  followed: number
  graduated: number
  rugged: number
}

/** Reads every launch of the record, so callers keep the result. */
export async function countRecorded(db: Db): Promise<RecordedTotals> {
  const { rows } = await sql<RecordedTotals>`
    select count(*) filter (where exists (select from recorded_starts t where t.binding_id = r.binding_id))::int as followed,
      count(*) filter (where ${shownOutcome('u')} = 'graduated')::int as graduated,
      count(*) filter (where ${shownOutcome('u')} = 'rugged')::int as rugged
    from recorded_launches r join scores s on s.id = r.score_id join submissions u on u.id = s.submission_id
    where u.hidden_reason is null
      and not exists (select from corrections c where c.subject = 'binding:' || r.binding_id)
      and not exists (select from token_bindings b where b.id = r.binding_id and b.is_named_unsigned)`.execute(db)
  return rows[0] ?? { followed: 0, graduated: 0, rugged: 0 }
}
