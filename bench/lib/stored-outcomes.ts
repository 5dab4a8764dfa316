import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '../../src/database/db.ts'
import { withoutIndexes } from './stored-rankings.ts'

interface Count {
  /** Launches with an outcome at each of the four horizons, in the cohort of launch-score@1. */
  decided: number
  /** Further launches, that were launched only lately: for the export alone. */
  young: number
}

/**
 * Stores a record of the last two years, as the jobs would have left it: its last sealed day is yesterday. Made inside the
 * server, without the indexes and triggers that would see every row.
 */
export const storeOutcomes = (db: Db, { decided, young }: Count): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)
    await sql`select setseed(0.5)`.execute(connection)
    await withoutIndexes(connection, 'recorded_launches', () => insertLaunches(connection, { decided, young }))
    await withoutIndexes(connection, 'recorded_starts', () => insertStarts(connection))
    await withoutIndexes(connection, 'outcomes', () => insertOutcomes(connection))
    await insertSurvivals(connection)
    await sql`insert into record_day_cohorts (day, prompt_name, prompt_major, band, scored, enrolled)
      select current_date - 1, prompt_name, prompt_major, band, count(*) * 2, count(*) from recorded_launches
      where prompt_name = 'launch-score' group by prompt_name, prompt_major, band`.execute(connection)
    await sql`insert into closed_days (day, closed_at) values (current_date - 1, now())`.execute(connection)
    await sql`insert into record_days (day, lines, bytes, file_digest, digest, sealed_at)
      values (current_date - 1, 0, 0, '\\x01', '\\x02', now())`.execute(connection)
    await sql`vacuum analyze recorded_launches, recorded_starts, outcomes, launch_survivals`.execute(connection)
    await sql`reset all`.execute(connection)
  })

/** A third of the launches share their creator with others. */
async function insertLaunches(db: Kysely<Database>, { decided, young }: Count): Promise<void> {
  await sql`
    insert into recorded_launches (binding_id, score_id, enrollment_id, prompt_name, prompt_major, aggregate_x100, band,
      earlier_scores, scored_at, enrolled_at, is_anchored, chain_id, creator_address, token, origin, proof, excluded,
      created_block_at, recorded_at)
    select ${getId(3)}, ${getId(1)}, case when n % 5 > 0 then ${getId(2)} end,
      case when n <= ${decided}::int then 'launch-score' else 'launch-draft' end, 1, aggregate,
      case when aggregate >= 7000 then 'green' when aggregate >= 4500 then 'amber' else 'red' end, n % 3,
      created_at - interval '2 days', case when n % 5 > 0 then created_at - interval '1 day' end, n % 4 = 0, 8453,
      '0xc' || lpad(to_hex(case when n % 3 = 0 then n % 1000 else n end), 39, '0'), '0xd' || lpad(to_hex(n), 39, '0'),
      'found', 'deployed', case when n % 50 = 0 then 'scored_after_creation' end, created_at, created_at
    from (select n, (random() * 10000)::int as aggregate, date_trunc('milliseconds', now() - case
        when n <= ${decided}::int then interval '130 days' + random() * interval '600 days'
        else interval '2 days' + random() * interval '100 days' end) as created_at
      from generate_series(1, ${decided + young}::int) as n) as drawn`.execute(db)
}

const insertStarts = async (db: Kysely<Database>): Promise<void> => {
  await sql`insert into recorded_starts (binding_id, trading_since, recorded_at)
    select binding_id, created_block_at + interval '1 hour', created_block_at + interval '2 hours' from recorded_launches
    where creator_address not like '%7'`.execute(db)
}

/** Good ones are the more frequent the higher the score. */
const insertOutcomes = async (db: Kysely<Database>): Promise<void> => {
  await sql`
    insert into outcomes (binding_id, horizon, outcome, cause, rules, seen_at, decided_at)
    select binding_id, horizon, outcome, case outcome when 'dead' then 'thin' when 'rugged' then 'removed'
        when 'unknown' then 'missed' end, 'outcome-rules@1.0.0', decided_at, decided_at
    from (select s.binding_id, horizon, s.trading_since + hours * interval '1 hour' + interval '1 day' as decided_at,
        case when luck < 0.05 then 'unknown' when luck < 0.1 then 'rugged' when luck < 0.9 - r.aggregate_x100 / 30000.0
          then 'dead' when luck < 0.97 then 'alive' else 'graduated' end as outcome
      from (select *, random() as luck from recorded_starts,
          (values ('24h', 24), ('7d', 168), ('30d', 720), ('90d', 2160)) as h (horizon, hours)) as s
      join recorded_launches r on r.binding_id = s.binding_id where r.prompt_name = 'launch-score') as decided`.execute(
    db,
  )
}

const insertSurvivals = async (db: Kysely<Database>): Promise<void> => {
  await sql`insert into launch_survivals (binding_id, days, died)
    select binding_id, 1 + (random() * 89)::int, random() < 0.7 from recorded_starts`.execute(db)
}

const getId = (kind: number) =>
  sql`('00000000-000' || ${kind}::text || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
