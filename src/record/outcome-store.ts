import { sql } from 'kysely'
import { hourMs } from '../../contract/time.ts'
import type { Band } from '../../contract/schemas/score.ts'
import type { Db, Tx } from '../database/db.ts'
import { byStrength } from '../tokens/binding-store.ts'
import { type Horizon, type Observation, type Outcome, type Removal, horizons } from '../tokens/rules/outcome-1.0.0.ts'

/** A proven binding that the record doesn't hold yet. */
export interface Unrecorded {
  bindingId: string
  scoreId: string
  creatorAddress: string
  name: string
  scoredAt: Date
}

/**
 * Bindings whose wallet has yet to sign are left out: a stranger can name any wallet. A process of an older release, which may
 * run beside this one, stores only the reason.
 */
export async function listUnrecorded(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Unrecorded[]> {
  const { rows } = await sql<Unrecorded>`
    select b.id as "bindingId", b.score_id as "scoreId", b.creator_address as "creatorAddress", u.name,
      s.created_at as "scoredAt"
    from token_bindings b join scores s on s.id = b.score_id join submissions u on u.id = b.submission_id
    where b.id > ${after}::uuid and b.state = 'proven' and b.created_block_at is not null and not b.is_named_unsigned
      and b.excluded is distinct from 'named_unsigned'
      and not exists (select from recorded_launches r where r.binding_id = b.id)
    order by b.id limit ${limit}`.execute(db)
  return rows
}

export const insertLaunch = async (
  db: Db,
  { bindingId, earlierScores, recordedAt }: { bindingId: string; earlierScores: number; recordedAt: Date },
): Promise<void> => {
  await sql`
    insert into recorded_launches (binding_id, score_id, enrollment_id, prompt_name, prompt_major, aggregate_x100, band,
      earlier_scores, scored_at, enrolled_at, is_anchored, chain_id, creator_address, token, origin, proof, excluded,
      has_curve, created_block_at, recorded_at)
    select b.id, b.score_id, b.enrollment_id, s.prompt_name, s.prompt_major, s.aggregate_x100, s.band,
      ${earlierScores}, s.created_at, case when e.enrolled_at < b.created_block_at then e.enrolled_at end, b.is_anchored,
      b.chain_id, b.creator_address, b.token, b.origin,
      (select kind from token_proofs p where p.binding_id = b.id
        order by ${byStrength} limit 1),
      coalesce(b.excluded, case when s.has_stubs or s.is_test then 'not_final' end), b.has_curve, b.created_block_at,
      ${recordedAt}
    from token_bindings b join scores s on s.id = b.score_id left join enrollments e on e.id = b.enrollment_id
    where b.id = ${bindingId} and b.state = 'proven'
    on conflict do nothing`.execute(db)
}

/** Records when launches began to trade. */
export const insertStarts = async (db: Db, recordedAt: Date): Promise<void> => {
  await sql`
    insert into recorded_starts (binding_id, trading_since, is_on_curve, recorded_at)
    select w.binding_id, w.trading_since, w.is_on_curve, ${recordedAt} from watches w
    join recorded_launches r on r.binding_id = w.binding_id
    where w.trading_since is not null
      and not exists (select from recorded_starts s where s.binding_id = w.binding_id)
    on conflict do nothing`.execute(db)
}

/** A launch with a horizon that may be decided, or with observations that may complete a graduation. */
export interface Undecided {
  bindingId: string
  tradingSince: Date
  /** When it was recorded that trading began. */
  startedAt: Date
  /** Trading began on a curve of which the provider showed nothing. */
  isOnCurve: boolean
  /** Whether it counts, so that it can graduate. */
  counts: boolean
}

/**
 * In the order of their ids, from the one after `after`. The observation that told when a launch began to trade is one of
 * those up to `now`: horizons before it are decided by it.
 */
export async function listUndecided(
  db: Db,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<Undecided[]> {
  const hours = Object.values(horizons).map((one) => one.hours)
  const { rows } = await sql<Undecided>`
    select s.binding_id as "bindingId", s.trading_since as "tradingSince", s.recorded_at as "startedAt",
      s.is_on_curve as "isOnCurve", r.excluded is null as counts
    from recorded_starts s join recorded_launches r on r.binding_id = s.binding_id
    join token_bindings b on b.id = s.binding_id and b.state = 'proven'
    where s.binding_id > ${after}::uuid
      and (s.recorded_at <= ${now}::timestamptz or s.is_on_curve or exists (
        select from observations l where l.binding_id = s.binding_id and l.seen_at <= ${now}::timestamptz
          and (l.state = 'seen' or (l.state = 'uncounted' and l.seen_at >= s.trading_since + interval '7 days'))))
      and (exists (
        select from unnest(${Object.keys(horizons)}::text[], ${hours}::int[]) as h (horizon, hours)
        where s.trading_since + h.hours * interval '1 hour' <= ${now}::timestamptz
          and not exists (select from outcomes o where o.binding_id = s.binding_id and o.horizon = h.horizon))
      or (r.excluded is null and s.trading_since > ${now}::timestamptz - interval '120 days'
        and not exists (select from graduations g where g.binding_id = s.binding_id)
        and exists (select from observations l where l.binding_id = s.binding_id
          and l.seen_at > ${now}::timestamptz - interval '30 days' and l.depth >= 20000)))
    order by s.binding_id limit ${limit}`.execute(db)
  return rows
}

interface ObservationRow extends Omit<Observation, 'hours' | 'removal'> {
  bindingId: string
  seenAt: Date
  removalShare: number | null
  removalBy: Removal['by'] | null
}

/** All observations of these launches up to a time, in order. */
export async function listObservations(
  db: Db,
  launches: Pick<Undecided, 'bindingId' | 'tradingSince'>[],
  until: Date,
): Promise<Map<string, Observation[]>> {
  const { rows } = await sql<ObservationRow>`
    select binding_id as "bindingId", seen_at as "seenAt", state, depth::float8 as depth, is_partial as partial,
      chain_depth::float8 as "chainDepth", buys, sells, volume::float8 as volume,
      removal_share::float8 as "removalShare", removal_by as "removalBy", cannot_sell as "cannotSell"
    from observations
    where binding_id = any(${launches.map(({ bindingId }) => bindingId)}::uuid[]) and seen_at <= ${until}
    order by binding_id, seen_at`.execute(db)
  const since = new Map(launches.map(({ bindingId, tradingSince }) => [bindingId, tradingSince]))
  const observations = new Map<string, Observation[]>()
  for (const { bindingId, seenAt, removalShare, removalBy, ...row } of rows) {
    const start = since.get(bindingId)
    if (!start) continue
    const removal = removalShare === null || removalBy === null ? null : { share: removalShare, by: removalBy }
    const observation = { ...row, removal, hours: (seenAt.getTime() - start.getTime()) / hourMs }
    const own = observations.get(bindingId)
    if (own) own.push(observation)
    else observations.set(bindingId, [observation])
  }
  return observations
}

export async function listDecidedHorizons(db: Db, bindingIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select binding_id || ' ' || horizon as key from outcomes where binding_id = any(${bindingIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Keeps a binding proven until the transaction ends. Returns false when it no longer is. */
export async function lockProven(tx: Tx, bindingId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from token_bindings where id = ${bindingId} and state = 'proven' for share`.execute(tx)
  return rows.length > 0
}

interface NewOutcome {
  bindingId: string
  horizon: Horizon
  outcome: Outcome
  cause: string | null
  rules: string
  seenAt: Date | null
  decidedAt: Date
}

/** Returns false when the horizon is decided already. */
export async function insertOutcome(tx: Tx, row: NewOutcome): Promise<boolean> {
  const { rows } = await sql`
    insert into outcomes (binding_id, horizon, outcome, cause, rules, seen_at, decided_at)
    values (${row.bindingId}, ${row.horizon}, ${row.outcome}, ${row.cause}, ${row.rules}, ${row.seenAt}, ${row.decidedAt})
    on conflict do nothing returning binding_id`.execute(tx)
  return rows.length > 0
}

interface NewGraduation {
  bindingId: string
  rules: string
  graduatedAt: Date
  fromDay: number
  leastDepth: number
  decidedAt: Date
}

/** Returns false when the launch has graduated already. */
export async function insertGraduation(tx: Tx, row: NewGraduation): Promise<boolean> {
  const { rows } = await sql`
    insert into graduations (binding_id, rules, graduated_at, from_day, least_depth, decided_at)
    values (${row.bindingId}, ${row.rules}, ${row.graduatedAt}, ${row.fromDay}, ${row.leastDepth}, ${row.decidedAt})
    on conflict do nothing returning binding_id`.execute(tx)
  return rows.length > 0
}

/** The data that events of the record have of a launch. */
export interface RecordedLaunch {
  scoreId: string
  enrollmentId: string | null
  creatorAddress: string
  token: string
  chainId: number
  aggregateX100: number
  band: Band
}

export async function findRecordedLaunch(tx: Tx, bindingId: string): Promise<RecordedLaunch | undefined> {
  const { rows } = await sql<RecordedLaunch>`
    select score_id as "scoreId", enrollment_id as "enrollmentId", creator_address as "creatorAddress", token,
      chain_id::int as "chainId", aggregate_x100 as "aggregateX100", band
    from recorded_launches where binding_id = ${bindingId}`.execute(tx)
  return rows[0]
}
