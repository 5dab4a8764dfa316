import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Band } from '../../contract/bands.ts'
import { bandNames } from '../database/column-types.ts'
import type { Horizon, Outcome, Survival } from '../tokens/rules/outcome-1.0.0.ts'
import {
  type Cohort,
  type CohortCounts,
  type FigureParams,
  horizonNames,
  type LaunchGroup,
  toLimits,
} from './figures.ts'

/** The end of the day of the last fold. */
export async function findFoldedAt(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ foldedAt: Date | null }>`
    select max(folded_at) as "foldedAt" from track_record_folds`.execute(db)
  return rows[0]?.foldedAt ?? null
}

/** Replicas that have made figures store them one after the other. */
export const lockFolds = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('fold track record', 17))`.execute(tx)
}

/** Launches whose length of life may have changed since the last fold, from the id after `after`. */
export async function listLiving(
  db: Db,
  { asOf, foldedAt, after, limit }: { asOf: Date; foldedAt: Date | null; after: string; limit: number },
): Promise<{ bindingId: string; tradingSince: Date }[]> {
  const { rows } = await sql<{ bindingId: string; tradingSince: Date }>`
    select s.binding_id as "bindingId", s.trading_since as "tradingSince" from recorded_starts s
    where s.binding_id > ${after}::uuid and s.recorded_at < ${asOf}
      and (s.trading_since > least(${asOf}::timestamptz, coalesce(${foldedAt}::timestamptz, '-infinity')) - interval '120 days'
        or not exists (select from launch_survivals l where l.binding_id = s.binding_id))
    order by s.binding_id limit ${limit}`.execute(db)
  return rows
}

interface SurvivalRow {
  bindingId: string
  /** null: it was never seen living. */
  survival: Survival | null
}

export const upsertSurvivals = async (db: Db, rows: SurvivalRow[]): Promise<void> => {
  await sql`
    insert into launch_survivals (binding_id, days, died)
    select * from unnest(${rows.map(({ bindingId }) => bindingId)}::uuid[],
      ${rows.map(({ survival }) => survival?.days ?? null)}::integer[],
      ${rows.map(({ survival }) => survival?.died ?? false)}::boolean[])
    on conflict (binding_id) do update set days = excluded.days, died = excluded.died
    where (launch_survivals.days, launch_survivals.died) is distinct from (excluded.days, excluded.died)`.execute(db)
}

/** Launches that one statement counts, so that none takes long. */
const countedAtOnce = 10_000

/** Counts the launches of a cohort by horizon as they stood at a time, corrections included. */
export async function countLaunches(db: Db, cohort: Cohort, asOf: Date): Promise<Record<Horizon, LaunchGroup[]>> {
  const groups = new Map<string, GroupAtHorizon>()
  for (let after = ''; ;) {
    const until = await findLastCreator(db, after)
    if (until === null) break
    for (const { count, ...alike } of await countLaunchesOf(db, cohort, { asOf, after, until })) {
      const key = JSON.stringify(alike)
      groups.set(key, { ...alike, count: count + (groups.get(key)?.count ?? 0) })
    }
    after = until
  }
  const counted: Record<Horizon, LaunchGroup[]> = { '24h': [], '7d': [], '30d': [], '90d': [] }
  for (const { horizon, ...group } of groups.values()) counted[horizon].push(group)
  return counted
}

type GroupAtHorizon = LaunchGroup & { horizon: Horizon }

/** The last of the creators that are counted at once; null: there is none after `after`. */
async function findLastCreator(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(creator_address) as last from (
      select creator_address from recorded_launches where creator_address > ${after}
      order by creator_address limit ${sql.lit(countedAtOnce)}) as some_launches`.execute(db)
  return rows[0]?.last ?? null
}

async function countLaunchesOf(
  db: Db,
  { promptName, promptMajor }: Cohort,
  { asOf, after, until }: { asOf: Date; after: string; until: string },
): Promise<GroupAtHorizon[]> {
  const { untradedUntil, oldUntil } = toLimits(asOf)
  const { rows } = await sql<GroupAtHorizon>`
    with corrected as (select distinct subject from corrections where corrected_at < ${asOf}),
    counted as (
      select distinct on (r.creator_address) r.binding_id, r.band, r.is_anchored, r.has_curve, r.created_block_at,
        s.trading_since
      from recorded_launches r
      left join recorded_starts s on s.binding_id = r.binding_id and s.recorded_at < ${asOf}
      where r.creator_address > ${after} and r.creator_address <= ${until}
        and r.prompt_name = ${promptName} and r.prompt_major = ${promptMajor} and r.recorded_at < ${asOf}
        and r.enrolled_at is not null and r.excluded is null
        and not exists (select from corrected c where c.subject = 'binding:' || r.binding_id)
      order by r.creator_address, s.trading_since nulls last, r.created_block_at, r.binding_id)
    select h.horizon, l.band, l.is_anchored as "isAnchored", l.trading_since is not null as "hasTraded",
      l.trading_since is null and not l.has_curve and l.created_block_at <= ${untradedUntil} as "isUntraded",
      coalesce(l.trading_since <= ${oldUntil}, false) as "isOld",
      case when c.subject is null then o.outcome else 'unknown' end as outcome,
      case when c.subject is null then o.cause else 'corrected' end as cause,
      v.days, v.died, count(*)::int as count
    from counted l
    cross join unnest(${horizonNames}::text[]) as h (horizon)
    left join outcomes o on o.binding_id = l.binding_id and o.horizon = h.horizon and o.decided_at < ${asOf}
    left join corrected c on c.subject = 'outcome:' || o.binding_id || ':' || o.horizon
    left join launch_survivals v on v.binding_id = l.binding_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(db)
  return rows
}

interface SquareRow {
  band: Band
  outcome: Outcome
  scoreId: string
  enrollmentId: string | null
  /** null: it is taken down. */
  name: string | null
}

/** The launches whose outcomes the figures count, the newest `limit` of each band, as they stood at a time. */
export async function listSquares(
  db: Db,
  { promptName, promptMajor, horizon }: FigureParams,
  { asOf, limit }: { asOf: Date; limit: number },
): Promise<SquareRow[]> {
  const isCounted = (launch: string) => {
    const column = (name: string) => sql.ref(`${launch}.${name}`)
    return sql`${column('prompt_name')} = ${promptName} and ${column('prompt_major')} = ${promptMajor}
      and ${column('recorded_at')} < ${asOf} and ${column('enrolled_at')} is not null and ${column('excluded')} is null
      and not exists (select from corrections c
        where c.subject = 'binding:' || ${column('binding_id')} and c.corrected_at < ${asOf})`
  }
  const { rows } = await sql<SquareRow>`
    select b.band, l.outcome, l.score_id as "scoreId", l.enrollment_id as "enrollmentId", l.name
    from unnest(${[...bandNames]}::text[]) as b (band) cross join lateral (
      select r.score_id, r.enrollment_id, case when u.hidden_reason is null then u.name end as name,
        case when exists (select from corrections c where c.corrected_at < ${asOf}
          and c.subject = 'outcome:' || o.binding_id || ':' || o.horizon) then 'unknown' else o.outcome end as outcome
      from outcomes o
      join recorded_launches r on r.binding_id = o.binding_id
      join recorded_starts t on t.binding_id = o.binding_id
      join scores s on s.id = r.score_id join submissions u on u.id = s.submission_id
      where o.horizon = ${horizon} and o.decided_at < ${asOf} and r.band = b.band and ${isCounted('r')}
        and not exists (
          select from recorded_launches f join recorded_starts g on g.binding_id = f.binding_id and g.recorded_at < ${asOf}
          where f.creator_address = r.creator_address and ${isCounted('f')}
            and (g.trading_since, f.created_block_at, f.binding_id) < (t.trading_since, r.created_block_at, r.binding_id))
      order by o.decided_at desc, o.binding_id desc limit ${limit}) as l`.execute(db)
  return rows
}

/** When the first counted launch of a cohort began to trade; null: none trades. */
export async function findFirstStart(db: Db, { promptName, promptMajor }: Cohort): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select s.trading_since as since from recorded_starts s join recorded_launches r on r.binding_id = s.binding_id
    where r.prompt_name = ${promptName} and r.prompt_major = ${promptMajor} and r.excluded is null
      and r.enrolled_at is not null
      and not exists (select from corrections c where c.subject = 'binding:' || r.binding_id)
    order by s.trading_since limit 1`.execute(db)
  return rows[0]?.since ?? null
}

/** The scores and enrollments of every cohort up to a time. */
export async function listCohorts(db: Db, asOf: Date): Promise<CohortCounts[]> {
  const { rows } = await sql<CohortCounts>`
    select prompt_name as "promptName", prompt_major as "promptMajor", band, sum(scored)::int as scored,
      sum(enrolled)::int as enrolled, coalesce(sum(enrolled_never_launched), 0)::int as "neverLaunched"
    from record_day_cohorts where day < ${asOf.toISOString()}::date group by 1, 2, 3`.execute(db)
  return rows
}

/** The majors of a prompt under which launches were scored, as of the last sealed day. */
export async function listCohortMajors(db: Db, promptName: string): Promise<number[]> {
  const { rows } = await sql<{ major: number }>`
    select distinct prompt_major as major from record_day_cohorts where prompt_name = ${promptName} order by 1`.execute(
    db,
  )
  return rows.map(({ major }) => major)
}

export const upsertFold = async (tx: Tx, params: FigureParams, body: string, foldedAt: Date): Promise<void> => {
  await sql`
    insert into track_record_folds (horizon, population, unit, prompt_name, prompt_major, body, folded_at)
    values (${params.horizon}, 'committed', 'creator', ${params.promptName}, ${params.promptMajor}, ${body}, ${foldedAt})
    on conflict (horizon, population, unit, prompt_name, prompt_major)
    do update set body = excluded.body, folded_at = excluded.folded_at`.execute(tx)
}

/** The stored figures as JSON; null: the cohort has none. */
export async function findFold(db: Db, { horizon, promptName, promptMajor }: FigureParams): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    select body from track_record_folds
    where horizon = ${horizon} and population = 'committed' and unit = 'creator'
      and prompt_name = ${promptName} and prompt_major = ${promptMajor}`.execute(db)
  return rows[0]?.body ?? null
}
