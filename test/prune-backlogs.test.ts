import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pruneBudgets } from '../src/activity/budgets.ts'
import { pruneActivity } from '../src/activity/roll-up.ts'
import type { Database, Db } from '../src/database/db.ts'
import { pruneSamples } from '../src/signals/judge/samples.ts'
import { pruneKeyUsage } from '../src/keys/upkeep.ts'
import { pruneSessions, pruneVisits } from '../src/launches/attend-launch.ts'
import { endAbandoned } from '../src/notifications/send-notifications.ts'
import { rollUpRankings } from '../src/rankings/roll-up-rankings.ts'
import { pruneDailyScores } from '../src/scoring/daily-scores.ts'
import { pruneKeys } from '../src/scoring/idempotency.ts'
import { pruneFeatures } from '../src/scoring/memory/store-features.ts'
import { pruneResponses } from '../src/scoring/responses-store.ts'
import { pruneDeliveries } from '../src/webhooks/retention.ts'
import { startApp } from './world/app.ts'

type Deps = Awaited<ReturnType<typeof startApp>>['deps']

const batch = 1000
/** More than two batches. */
const backlog = 2 * batch + 1
const day = `date '2026-01-01' - n`
const then = `timestamptz '2026-01-01' - n * interval '1 second'`

/** By table: the values of an expired row with the number `n`, and the job that deletes it. */
const tables: [keyof Database, row: string, prune: (deps: Deps, signal: AbortSignal) => Promise<unknown>][] = [
  ['idempotency_keys', `'scope', 'key ' || n, '', gen_random_uuid(), ${then}, null, ${then}`, pruneKeys],
  ['webhook_idempotency_keys', `gen_random_uuid(), 'key', '', 'sub', ${then}`, pruneDeliveries],
  ['provider_answers', `'key ' || n, '{}', ${then}, ${then}`, pruneResponses],
  ['image_looks', `'image ' || n, 'key', n, null, null, null, null, null, '', 0, false, ${then}`, pruneFeatures],
  ['judge_samples', `'content', 'model', n, '', '', '{}', null, 0, 0, 0, ${then}`, pruneSamples],
  ['daily_scores', `${day}, 'network', 1`, pruneDailyScores],
  ['budget_use', `${day}, 'scores', 'network', 1, 0`, pruneBudgets],
  ['api_key_usage', `gen_random_uuid(), ${day}, 1`, pruneKeyUsage],
  ['attendance_networks', `gen_random_uuid(), 'network', ${then}, 1`, pruneVisits],
  ['attendance_sessions', `gen_random_uuid(), '', ${then}`, pruneSessions],
  ['notification_turns', `'discord', 'network ' || n, '', n, ${then}`, endAbandoned],
  ['activity_seconds', `${then}, 'scores', 1`, pruneActivity],
  [
    'former_rankings',
    `'cohort', gen_random_uuid(), gen_random_uuid(), 0, 'red', ${then}, ${then}, ${then}`,
    rollUpRankings,
  ],
]

/** Foreign keys are not checked: the rows need no others. A statement that deletes more than a batch fails. */
async function seedBacklog(db: Db, table: string, row: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`insert into ${sql.table(table)} select ${sql.raw(row)} from generate_series(1, ${backlog}) n`.execute(
      connection,
    )
    await sql`set session_replication_role = origin`.execute(connection)
  })
  await sql`
    create or replace function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from deleted) > ${sql.lit(batch)} then raise exception 'one statement deletes too many rows'; end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger refuse_many after delete on ${sql.table(table)} referencing old table as deleted
    for each statement execute function refuse_many()`.execute(db)
}

async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? NaN
}

for (const [table, row, prune] of tables)
  test(`a backlog of ${table} is deleted in batches, and none after a stop`, async (t) => {
    const { deps } = await startApp(t)
    await seedBacklog(deps.db, table, row)
    t.after(() => sql`drop trigger if exists refuse_many on ${sql.table(table)}`.execute(deps.db))
    await prune(deps, AbortSignal.abort())
    assert.equal(await countRows(deps.db, table), backlog)
    await prune(deps, new AbortController().signal)
    assert.equal(await countRows(deps.db, table), 0)
  })
