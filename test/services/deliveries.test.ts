import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { claimDeliveries, recordOutcomes } from '../../src/webhooks/delivery-queue-store.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { closeAfter, until } from '../world/waiting.ts'
import { openTestDb } from '../world/database.ts'

const server = process.env.TEST_DATABASE_URL
const options = { skip: server === undefined && 'needs TEST_DATABASE_URL' }
const now = new Date('2026-12-01T12:00:00.000Z')
const earlier = new Date(now.getTime() - 60_000)
const [normal, paused] = ['sub_normal', 'sub_paused']

/** One due retry for each of two subscriptions. The pause of one has ended, so that a claim first updates its row. */
async function openQueue(t: TestContext): Promise<Db> {
  const { db, close } = await openTestDb(server)
  closeAfter(t, close)
  const row = { owner_id: systemRandom.uuid(), endpoint: 'https://receiver.example/hook', secret: 'none is sent' }
  const subscription = { ...row, events: ['score.created'], created_at: earlier }
  await db
    .insertInto('webhook_subscriptions')
    .values([
      { ...subscription, id: normal, paused_until: null },
      { ...subscription, id: paused, paused_until: earlier },
    ])
    .execute()
  await sql`insert into outbox (id, event, body, created_at) values ('evt_1', 'score.created', '{}', ${earlier})`.execute(
    db,
  )
  await sql`insert into deliveries (subscription_id, id, event_id, is_retry, due_at, created_at)
    select id, 'dlv_of_' || id, 'evt_1', true, ${earlier}, ${earlier} from webhook_subscriptions`.execute(db)
  return db
}

/** Until the returned function is called, updates of subscriptions wait: after the snapshot of their statement. */
async function holdUpdates(db: Db): Promise<() => Promise<void>> {
  await sql`create function wait_for_lock() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(db)
  await sql`create trigger waits before update on webhook_subscriptions
    for each row execute function wait_for_lock()`.execute(db)
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return () => {
    released.resolve()
    return holding
  }
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = 1 and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

async function claimRetries(db: Db): Promise<string[]> {
  const lease = { claim: systemRandom.uuid(), now, until: new Date(now.getTime() + 60_000) }
  const except = { subscriptions: [], owners: [] }
  const share = { quick: [], perSubscription: { quick: 16, other: 16 }, limit: 256 }
  const claimed = await claimDeliveries(db, { ...lease, ...share, isRetry: true, except, before: null })
  return claimed.map(({ subscriptionId }) => subscriptionId)
}

test('a delivery that changes between a claim’s read and its lock is not claimed', options, async (t) => {
  const db = await openQueue(t)
  const release = await holdUpdates(db)
  const claiming = claimRetries(db)
  await until(() => isWaiting(db))
  await sql`update deliveries set attempts = 1 where subscription_id = ${normal}`.execute(db)
  await release()
  assert.deepEqual([await claiming, await claimRetries(db), await claimRetries(db)], [[paused], [normal], []])
})

test('a delivery that another claim has taken since the snapshot is not claimed again', options, async (t) => {
  const db = await openQueue(t)
  const release = await holdUpdates(db)
  const claiming = claimRetries(db)
  await until(() => isWaiting(db))
  await sql`update deliveries set claim = gen_random_uuid(), claimed_until = ${new Date(now.getTime() + 60_000)}
    where subscription_id = ${normal}`.execute(db)
  await release()
  assert.deepEqual([await claiming, await claimRetries(db)], [[paused], []])
})

test('a claim reads the queue by its index, whatever its statistics say', options, async (t) => {
  const db = await openQueue(t)
  await sql`insert into deliveries (subscription_id, id, event_id, is_retry, due_at, created_at, claim, claimed_until)
    select ${normal}, 'dlv_' || n, 'evt_1', true, ${earlier}::timestamptz + n * interval '1 ms', ${earlier},
      gen_random_uuid(), ${new Date(now.getTime() + 60_000)}
    from generate_series(1, 20000) as n order by random()`.execute(db)
  await sql`vacuum analyze deliveries`.execute(db)
  await sql`update deliveries set claimed_until = null where id between 'dlv_1' and 'dlv_12'`.execute(db)
  await db.transaction().execute(async (tx) => {
    const before = await countReads(tx)
    assert.equal((await claimRetries(tx)).length, 17)
    assert.equal((await countReads(tx)).scans, before.scans)
  })
})

test('outcomes don’t read the whole queue, whatever its statistics say', options, async (t) => {
  const db = await openQueue(t)
  const claim = systemRandom.uuid()
  const fill = (first: number) => sql`
    insert into deliveries (subscription_id, id, event_id, due_at, created_at, claim, claimed_until)
    select ${normal}, 'dlv_' || n, 'evt_1', ${earlier}, ${earlier}, ${claim}, ${now}
    from generate_series(${first}::int, ${first}::int + 4999) as n`
  await fill(5001).execute(db)
  // the last row keeps the pages
  await sql`delete from deliveries where id <> 'dlv_10000'`.execute(db)
  await sql`vacuum analyze deliveries`.execute(db)
  await fill(1).execute(db)
  const attempt = { startedAt: now.toISOString(), durationMs: 12, status: 200, error: null, answer: null }
  const outcome = { subscriptionId: normal, claim, state: 'delivered' as const, dueAt: null, attempts: [attempt] }
  const given = { ...outcome, isRetry: false, since: now, pausedUntil: null, hasFailed: false }
  const outcomes = Array.from({ length: 50 }, (_, n) => ({ ...given, id: `dlv_${n + 1}` }))
  await db.transaction().execute(async (tx) => {
    const before = await countReads(tx)
    await recordOutcomes(tx, outcomes, now)
    const after = await countReads(tx)
    assert.equal(after.scans, before.scans)
    // By either index: that of due deliveries has those in flight first.
    assert.ok(after.rows - before.rows <= 50 * 50, `${after.rows - before.rows} rows were read`)
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from deliveries`.execute(tx)
    assert.deepEqual(rows, [{ left: 4951 }])
  })
})

/** How often this connection has read the whole queue, and how many of its rows by an index. */
async function countReads(db: Db): Promise<{ scans: number; rows: number }> {
  const { rows } = await sql<{ scans: number; rows: number }>`
    select seq_scan::int as scans, coalesce(idx_tup_fetch, 0)::int as rows from pg_stat_xact_user_tables
    where relname = 'deliveries'`.execute(db)
  return rows[0] ?? { scans: 0, rows: 0 }
}
