import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { Survival } from '../rules/survival-1.0.0.ts'
import type { CohortDay, FoldParams } from '../figures/launch-record.ts'

interface ClaimsRow {
  version: string
  body: string
  digest: Buffer
  fixedAt: Date
}

export async function findClaims(db: Db): Promise<ClaimsRow | null> {
  const { rows } = await sql<ClaimsRow>`
    select version, body, digest, fixed_at as "fixedAt" from outcome_claims order by version desc limit 1`.execute(db)
  return rows[0] ?? null
}

export const insertClaims = async (db: Db, row: ClaimsRow): Promise<void> => {
  await sql`
    insert into outcome_claims (version, body, digest, fixed_at)
    values (${row.version}, ${row.body}, ${row.digest}, ${row.fixedAt}) on conflict do nothing`.execute(db)
}

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

const pageSize = 200

/**
 * All launches of a cohort as they stood at a time, a correction included, a page at a time. In no order. Each is JSON, which
 * passes to another thread as it is. The cursor puts no pages together, because its first one would wait for all launches.
 */
export async function* listLaunchRecords(
  tx: Tx,
  { promptName, promptMajor }: Pick<FoldParams, 'promptName' | 'promptMajor'>,
  asOf: Date,
): AsyncGenerator<string[]> {
  await sql`
    declare launch_records no scroll cursor for
    with own as materialized (
      select * from recorded_launches
      where prompt_name = ${promptName} and prompt_major = ${promptMajor} and recorded_at < ${asOf}),
    creators as (select creator_address, row_number() over ()::int as number from (
      select distinct creator_address from own) as distinct_creators),
    launches as (select r.binding_id as "bindingId", r.prompt_name as "promptName", r.prompt_major as "promptMajor",
      r.aggregate_x100 as "aggregateX100", r.band, r.scored_at as "scoredAt", r.enrolled_at is not null as "isCommitted",
      r.is_anchored as "isAnchored", creators.number as creator,
      r.excluded is null and not exists (select from corrections c
        where c.subject = 'binding:' || r.binding_id and c.corrected_at < ${asOf}) as counts, r.has_curve as "hasCurve",
      r.created_block_at as "createdAt", s.trading_since as "tradingSince",
      (select json_object_agg(o.horizon, case when exists (select from corrections c
          where c.subject = 'outcome:' || o.binding_id || ':' || o.horizon and c.corrected_at < ${asOf})
        then json_build_object('outcome', 'unknown', 'cause', 'corrected')
        else json_build_object('outcome', o.outcome, 'cause', o.cause) end)
        from outcomes o where o.binding_id = r.binding_id and o.decided_at < ${asOf}) as outcomes, l.days, l.died
    from own r join creators on creators.creator_address = r.creator_address
    left join recorded_starts s on s.binding_id = r.binding_id and s.recorded_at < ${asOf}
    left join launch_survivals l on l.binding_id = r.binding_id)
    select row_to_json(launches)::text as launch from launches`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ launch: string }>`fetch ${sql.lit(pageSize)} from launch_records`.execute(tx)
    if (rows.length === 0) break
    yield rows.map(({ launch }) => launch)
  }
  await sql`close launch_records`.execute(tx)
}

/** When the first launch of the shown ones began to trade; null: none trades. Asked for while no outcome is decided. */
export async function findFirstStart(
  db: Db,
  { promptName, promptMajor, population }: Pick<FoldParams, 'promptName' | 'promptMajor' | 'population'>,
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select s.trading_since as since from recorded_starts s join recorded_launches r on r.binding_id = s.binding_id
    where r.prompt_name = ${promptName} and r.prompt_major = ${promptMajor} and r.excluded is null
      and (${population} = 'observed' or r.enrolled_at is not null)
      and not exists (select from corrections c where c.subject = 'binding:' || r.binding_id)
    order by s.trading_since limit 1`.execute(db)
  return rows[0]?.since ?? null
}

export async function listCohortDays(db: Db): Promise<CohortDay[]> {
  const { rows } = await sql<CohortDay>`
    select day::text, prompt_name as "promptName", prompt_major as "promptMajor", band, scored, enrolled,
      coalesce(never_launched, 0) as "neverLaunched", coalesce(enrolled_never_launched, 0) as "enrolledNeverLaunched"
    from record_day_cohorts order by day`.execute(db)
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

export const upsertFold = async (tx: Tx, params: FoldParams, body: string, foldedAt: Date): Promise<void> => {
  await sql`
    insert into track_record_folds (horizon, population, unit, prompt_name, prompt_major, body, folded_at)
    values (${params.horizon}, ${params.population}, ${params.unit}, ${params.promptName}, ${params.promptMajor}, ${body},
      ${foldedAt})
    on conflict (horizon, population, unit, prompt_name, prompt_major)
    do update set body = excluded.body, folded_at = excluded.folded_at`.execute(tx)
}

interface FoldRow {
  /** Changes with each write of the row. */
  version: string
  /** null: the row still has the version that the caller knows. */
  body: string | null
}

/** The stored figures; without their text for a caller who knows it. */
export async function findFold(db: Db, params: FoldParams, knownVersion: string | null): Promise<FoldRow | null> {
  const { rows } = await sql<FoldRow>`
    select version, case when version is distinct from ${knownVersion}::text then body end as body from (
      select xmin::text || ' ' || folded_at::text as version, body from track_record_folds
      where horizon = ${params.horizon} and population = ${params.population} and unit = ${params.unit}
        and prompt_name = ${params.promptName} and prompt_major = ${params.promptMajor}) as fold`.execute(db)
  return rows[0] ?? null
}
