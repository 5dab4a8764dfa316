import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** A launch as the export shows it; no name, symbol or text of a creator. */
export type ExportRow = Record<string, string | number | boolean | Date | null> & { bindingId: string }

const toOutcome = (horizon: string) => sql`
  max(outcome) filter (where horizon = ${sql.lit(horizon)}) as ${sql.ref(`outcome${horizon}`)},
  max(cause) filter (where horizon = ${sql.lit(horizon)}) as ${sql.ref(`cause${horizon}`)}`

/** The outcomes that were corrected before a time, as `outcome:<id>:30d`; operators write them one by one. */
export async function listCorrectedOutcomes(db: Db, asOf: Date): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from corrections where subject like 'outcome:%' and corrected_at < ${asOf}`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

/** In the order of the ids, from the one after `after`. */
export async function listExportRows(
  db: Db,
  { asOf, after, limit }: { asOf: Date; after: string; limit: number },
): Promise<ExportRow[]> {
  // The page is taken first: joined as a whole, each page would read the other tables from their beginning. These are read by
  // the range of its ids, which takes a third of the time of looking up each id.
  const isOfPage = (table: string) => sql`${sql.ref(`${table}.binding_id`)} > ${after}::uuid
    and ${sql.ref(`${table}.binding_id`)} <= (select binding_id from page order by binding_id desc limit 1)`
  const { rows } = await sql<ExportRow>`
    with page as materialized (
      select * from recorded_launches where binding_id > ${after}::uuid and recorded_at < ${asOf}
      order by binding_id limit ${sql.lit(limit)}),
    decided as (
      select binding_id, ${sql.join(['24h', '7d', '30d', '90d'].map(toOutcome))}, min(rules) as rules
      from outcomes o where ${isOfPage('o')} and decided_at < ${asOf} group by binding_id)
    select r.binding_id as "bindingId", r.score_id as "scoreRequestId", r.enrollment_id as "enrollmentId",
      r.prompt_name as "promptName", r.prompt_major as "promptMajor", r.aggregate_x100 / 100.0::float8 as aggregate, r.band,
      r.earlier_scores as "earlierScores", r.scored_at as "scoredAt", r.enrolled_at as "enrolledAt",
      r.is_anchored as anchored, r.chain_id::int as "chainId", r.creator_address as creator, r.token, r.origin, r.proof,
      r.excluded is null and k.id is null as counts, coalesce(r.excluded, k.reason) as reason,
      r.excluded is null and k.id is null and r.enrolled_at is not null and not exists (
        select from recorded_launches e left join recorded_starts es on es.binding_id = e.binding_id and es.recorded_at < ${asOf}
        where e.creator_address = r.creator_address and e.prompt_name = r.prompt_name and e.prompt_major = r.prompt_major
          and e.binding_id <> r.binding_id and e.excluded is null and e.enrolled_at is not null and e.recorded_at < ${asOf}
          and not exists (select from corrections x where x.subject = 'binding:' || e.binding_id and x.corrected_at < ${asOf})
          and (coalesce(es.trading_since, 'infinity'), e.created_block_at, e.binding_id)
            < (coalesce(s.trading_since, 'infinity'), r.created_block_at, r.binding_id)) as headline,
      r.created_block_at as "createdAt", s.trading_since as "tradingSince",
      d."outcome24h", d."cause24h", d."outcome7d", d."cause7d", d."outcome30d", d."cause30d", d."outcome90d", d."cause90d",
      g.graduated_at as "graduatedAt", l.days as "survivalDays", case when l.days is null then null else l.died end as died,
      d.rules
    from page r
    left join recorded_starts s on s.binding_id = r.binding_id and ${isOfPage('s')} and s.recorded_at < ${asOf}
    left join lateral (select id, reason from corrections c
      where c.subject = 'binding:' || r.binding_id and c.corrected_at < ${asOf} limit 1) k on true
    left join graduations g on g.binding_id = r.binding_id and ${isOfPage('g')} and g.decided_at < ${asOf}
    left join launch_survivals l on l.binding_id = r.binding_id and ${isOfPage('l')}
    left join decided d on d.binding_id = r.binding_id
    order by r.binding_id`.execute(db)
  return rows
}
