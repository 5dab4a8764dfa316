import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '../../src/database/db.ts'

/**
 * Stores `count` final scores of the last year, more and more of them towards now (a twentieth of the last day), a tenth of
 * them re-scores. Made inside the server, without the indexes and triggers that would see every row, which then see all.
 */
export const storeRankings = (db: Db, count: number): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    await sql`set work_mem = '1GB'`.execute(connection)
    const submissions = Math.ceil(count * 0.9)
    await withoutIndexes(connection, 'submissions', () => insertSubmissions(connection, submissions))
    await withoutIndexes(connection, 'scores', () => insertScores(connection, { count, submissions }))
    await withoutIndexes(connection, 'rankings', () =>
      withoutIndexes(connection, 'launch_standings', () => sql`select rebuild_rankings()`.execute(connection)),
    )
    await sql`vacuum analyze submissions, scores, launch_standings, rankings, ranking_counts`.execute(connection)
    await sql`reset all`.execute(connection)
  })

/**
 * Their launches are identified and named already, so that the service has nothing to catch up with. Each has a contract of its
 * own, and a picture, which isn't stored.
 */
async function insertSubmissions(db: Kysely<Database>, submissions: number): Promise<void> {
  await sql`insert into submissions (id, name, symbol, description, image_url, x_handle, handle, creator_address,
      contract_address, image_hash, identity, is_named, created_at)
    select ${getId(0, sql`n`)}, 'Launch ' || n, 'L' || n, 'A pitch of launch ' || n, 'https://pictures.example/a.png',
      '@launch', 'launch', '0x' || lpad(to_hex(n), 40, '0'), ${contractOf(sql`n`)}, lpad(to_hex(n), 64, '0'),
      decode(lpad(to_hex(n), 64, '0'), 'hex'), true, now()
    from generate_series(1, ${submissions}::int) as n`.execute(db)
}

/** Aggregates lie around 60, as the sum of several chances; times have whole milliseconds, as the service's have. */
async function insertScores(db: Kysely<Database>, { count, submissions }: { count: number; submissions: number }) {
  await sql`select setseed(0.5)`.execute(db)
  await sql`insert into scores (id, submission_id, rescored_from, aggregate_x100, band, has_stubs, prompt_version,
      prompt_name, prompt_major, contract_address, body, evidence, created_at)
    select ${getId(1, sql`n`)}, ${getId(0, sql`(n - 1) % ${submissions}::int + 1`)},
      case when n > ${submissions}::int then ${getId(1, sql`n - ${submissions}::int`)} end,
      aggregate, case when aggregate >= 7000 then 'green' when aggregate >= 4500 then 'amber' else 'red' end, false,
      'launch-score@1.1.0', 'launch-score', 1, ${contractOf(sql`((n - 1) % ${submissions}::int + 1)`)}, '{}', '{}', date_trunc('milliseconds', now() - interval '365 days' * age)
    from (select n, random() ^ 2 as age,
        least(10000, greatest(0, 6000 + 3000 * (random() + random() + random() + random() - 2)))::int as aggregate
      from generate_series(1, ${count}::int) as n) as drawn`.execute(db)
}

export const contractOf = (n: ReturnType<typeof sql>) => sql`('0xc' || lpad(to_hex(${n}), 39, '0'))`

const getId = (kind: number, n: ReturnType<typeof sql>) =>
  sql`('00000000-000' || ${kind}::text || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Sorting all rows at once takes a fraction of the time that putting each in its place does. */
export async function withoutIndexes(db: Kysely<Database>, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`select indexname as name, indexdef as definition
    from pg_indexes where tablename = ${table} and indexname <> ${`${table}_pkey`}`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  await work()
  // The definition of a partitioned table's index says ON ONLY, which would leave its partitions without one.
  for (const { definition } of rows) await sql.raw(definition.replace(' ON ONLY ', ' ON ')).execute(db)
}
