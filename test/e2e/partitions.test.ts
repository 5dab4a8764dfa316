import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/database/db.ts'
import { makeAllPartitions } from '../../src/main/jobs.ts'
import { systemRandom, toUuidV7 } from '../../src/platform/random.ts'
import { reviveDelivery } from '../../src/webhooks/delivery-log-store.ts'
import { findEvent, insertEvent } from '../../src/webhooks/event-store.ts'
import { toEnvelope } from '../../src/webhooks/outbox.ts'
import { pruneDeliveries } from '../../src/webhooks/retention.ts'
import { openOutlastingDb, openServer, openTestDb } from '../world/database.ts'
import { makeDeps } from '../world/deps.ts'
import { closeAfter, handClock, until } from '../world/waiting.ts'

const dayMs = 24 * 3_600_000
const start = '2026-12-01T12:00:00.000Z'

/** A migrated database, and a clock that the ids of events have their time from. */
async function openWorld(t: TestContext) {
  const { db, url, close } = await openTestDb()
  closeAfter(t, close)
  const clock = handClock(start)
  return { db, url, clock, ...createActs(db, clock) }
}

function createActs(db: Db, clock: ReturnType<typeof handClock>) {
  const random = { ...systemRandom, uuid: () => toUuidV7(clock.now().getTime(), crypto.randomUUID()) }
  const make = () => makeAllPartitions({ db, clock })
  const prune = () => pruneDeliveries(makeDeps({ db, clock }), new AbortController().signal)
  const emit = async (): Promise<string> => {
    const envelope = toEnvelope({ clock, random }, 'score.created', { scoreId: random.uuid() })
    await db.transaction().execute((tx) => insertEvent(tx, { ...envelope, scoreId: null, audienceId: null }))
    return envelope.id
  }
  return { make, prune, emit }
}

const subscribe = (db: Db) =>
  db
    .insertInto('webhook_subscriptions')
    .values({
      id: 'sub_1',
      owner_id: systemRandom.uuid(),
      endpoint: 'https://receiver.example/hook',
      events: ['score.created'],
      secret: 'sealed',
      created_at: new Date(start),
    })
    .execute()

/** By the names of their partitions. */
async function listEvents(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; partition: string }>`
    select id, tableoid::regclass::text as partition from outbox`.execute(db)
  return Object.fromEntries(rows.map(({ id, partition }) => [id, partition]))
}

async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${table}::regclass order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

const days = (...names: string[]) => names.map((name) => `outbox_${name}`)

test('the partitions of today and the three days after it are made once', async (t) => {
  const { db, clock, make, emit } = await openWorld(t)
  await make()
  const expected = [...days('20261201', '20261202', '20261203', '20261204'), 'outbox_default']
  assert.deepEqual(await listPartitions(db, 'outbox'), expected)
  await make()
  assert.deepEqual(await listPartitions(db, 'outbox'), expected)
  const first = await emit()
  clock.move(3 * dayMs)
  const last = await emit()
  assert.deepEqual(await listEvents(db), { [first]: 'outbox_20261201', [last]: 'outbox_20261204' })
})

test('a service that was down for weeks makes a partition before its first event', async (t) => {
  const { db, clock, make, emit } = await openWorld(t)
  await make()
  clock.move(40 * dayMs)
  await make()
  const id = await emit()
  assert.deepEqual(await listEvents(db), { [id]: 'outbox_20270110' })
})

test('an event of a day without a partition is kept for seven days', async (t) => {
  const { db, clock, make, prune, emit } = await openWorld(t)
  const early = await emit()
  await make()
  const late = await emit()
  assert.deepEqual(await listEvents(db), { [early]: 'outbox_default', [late]: 'outbox_default' })
  clock.move(dayMs)
  const next = await emit()
  clock.move(6 * dayMs)
  await prune()
  assert.equal((await listEvents(db))[early], 'outbox_default')
  clock.move(1)
  await prune()
  assert.deepEqual(await listEvents(db), { [next]: 'outbox_20261202' })
})

test('a day of events is dropped once the last of them is seven days old', async (t) => {
  const { db, clock, make, prune, emit } = await openWorld(t)
  await make()
  const id = await emit()
  clock.moveTo('2026-12-08T23:59:59.999Z')
  await make()
  await prune()
  assert.deepEqual(await listEvents(db), { [id]: 'outbox_20261201' })
  clock.move(1)
  await prune()
  assert.deepEqual(await listEvents(db), {})
  const kept = days('20261202', '20261203', '20261204', '20261208', '20261209', '20261210', '20261211')
  assert.deepEqual(await listPartitions(db, 'outbox'), [...kept, 'outbox_default'])
})

test('an event whose id is older than itself keeps the partition of its id', async (t) => {
  const { db, clock, make, prune, emit } = await openWorld(t)
  await make()
  const id = await emit()
  await sql`update outbox set created_at = ${new Date('2026-12-05')} where id = ${id}`.execute(db)
  clock.moveTo('2026-12-11T00:00:00.000Z')
  await prune()
  assert.deepEqual(await listEvents(db), { [id]: 'outbox_20261201' })
})

test('a queued delivery keeps the partition of its event until it has ended', async (t) => {
  const { db, clock, make, prune, emit } = await openWorld(t)
  await make()
  await subscribe(db)
  const id = await emit()
  clock.move(dayMs)
  await emit()
  await sql`delete from deliveries where event_id <> ${id}`.execute(db)
  clock.move(20 * dayMs)
  await prune()
  assert.deepEqual(await listEvents(db), { [id]: 'outbox_20261201' })
  await sql`delete from deliveries`.execute(db)
  await prune()
  assert.deepEqual(await listEvents(db), {})
})

test('three replicas make and drop partitions at once', async (t) => {
  const { db, url, clock, emit } = await openWorld(t)
  const replicas = Array.from({ length: 3 }, () => openReplica(t, url, db))
  const both = () =>
    Promise.all(replicas.map((one) => createActs(one, clock)).flatMap(({ make, prune }) => [make(), prune()]))
  for (let day = 0; day < 20; day += 1) {
    await both()
    await emit()
    clock.move(dayMs)
  }
  const events = Object.values(await listEvents(db))
  assert.deepEqual([new Set(events).size, events.length, events.includes('outbox_default')], [8, 8, false])
})

function openReplica(t: TestContext, url: string | null, db: Db): Db {
  if (!url) return db
  const opened = openServer(url)
  closeAfter(t, opened.close)
  return opened.db
}

test('writers go on while a reader of events keeps an old partition from being dropped', async (t) => {
  const { db, url, clock, make, prune, emit } = await openWorld(t)
  if (!url) return t.skip('one connection')
  await make()
  await emit()
  clock.move(3 * dayMs)
  const last = await emit()
  await db.transaction().execute(async (tx) => {
    await sql`select from outbox`.execute(tx)
    clock.move(6 * dayMs)
    const dropping = assert.rejects(prune(), { code: '55P03' })
    await until(() => isWaiting(db))
    await emit()
    await dropping
  })
  await prune()
  assert.deepEqual(await listPartitions(db, 'outbox'), [...days('20261203', '20261204'), 'outbox_default'])
  assert.equal((await listEvents(db))[last], 'outbox_20261204')
})

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_locks l join pg_class c on c.oid = l.relation
    where c.relname = 'outbox' and not l.granted and l.database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  )
  return rows.length > 0
}

test('a delivery that is retried while its event is being dropped keeps the event', async (t) => {
  const { db, url, clock, make, prune, emit } = await openWorld(t)
  if (!url) return t.skip('one connection')
  await make()
  await subscribe(db)
  const id = await emit()
  clock.move(9 * dayMs)
  await sql`with ended as (delete from deliveries returning *)
    insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
    select 0, subscription_id, id, event_id, 'failed', '[]', created_at, ${clock.now()} from ended`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from delivery_log`.execute(db)
  const delivery = { subscriptionId: 'sub_1', id: rows[0]?.id ?? '', now: clock.now() }
  let pruning: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    assert.equal(await reviveDelivery(tx, delivery), true)
    pruning = prune()
    await until(() => isWaiting(db))
  })
  await pruning
  assert.equal((await listEvents(db))[id], 'outbox_20261201')
})

test('an ended delivery whose event is gone can’t be retried', async (t) => {
  const { db, clock } = await openWorld(t)
  await sql`insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
    values (0, 'sub_1', 'dlv_1', 'evt_1', 'failed', '[]', ${clock.now()}, ${clock.now()})`.execute(db)
  const delivery = { subscriptionId: 'sub_1', id: 'dlv_1', now: clock.now() }
  assert.equal(await db.transaction().execute((tx) => reviveDelivery(tx, delivery)), false)
})

/** The partitions that a statement reads rows or indexes of, by its plan. */
async function listRead(db: Db, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, format json) ${statement}`.execute(db)
  const nodes = flatten(rows[0]?.['QUERY PLAN'])
  const read = nodes.filter((node) => node['Relation Name'] && node['Actual Loops'] !== 0)
  return [...new Set(read.map((node) => String(node['Relation Name'])))].sort()
}

function flatten(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(flatten)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(flatten)]
}

test('an event is read from its partition alone, by its id and by its delivery', async (t) => {
  const { db, clock, make, emit } = await openWorld(t)
  await subscribe(db)
  const ids: string[] = []
  for (let day = 0; day < 8; day += 1) {
    await make()
    ids.push(await emit())
    clock.move(dayMs)
  }
  await sql`analyze`.execute(db)
  const [, id = ''] = ids
  assert.ok(await findEvent(db, { id, subscriptionId: 'sub_1' }))
  const byId = sql`select body from outbox where id = ${sql.lit(id)}`
  assert.deepEqual(await listRead(db, byId), ['outbox_20261202'])
  const byDelivery = sql`select body from deliveries join outbox on outbox.id = event_id where event_id = ${sql.lit(id)}`
  assert.deepEqual(await listRead(db, byDelivery), ['deliveries', 'outbox_20261202'])
})

test('the observations of a day are read from the partition of its month alone', async (t) => {
  const { db, clock, make } = await openWorld(t)
  clock.moveTo('2027-05-10T00:00:00.000Z')
  await make()
  const day = sql`select from observations where seen_at >= '2027-03-02T00:00Z' and seen_at < '2027-03-03T00:00Z'`
  assert.deepEqual(await listRead(db, day), ['observations_202703'])
})

test('partitions of observations refuse updates, deletions and rows of a closed day', async (t) => {
  const { db, clock, make } = await openWorld(t)
  clock.moveTo('2027-01-10T00:00:00.000Z')
  await make()
  const partitions = await listPartitions(db, 'observations')
  const months = ['observations_202701', 'observations_202702', 'observations_202703']
  assert.deepEqual(partitions, [...months, 'observations_default', 'observations_earlier'])
  await sql`alter table observations drop constraint observations_binding_id_fkey`.execute(db)
  for (const seenAt of ['2026-12-01', '2027-01-05', '2027-02-05', '2027-03-05', '2027-08-05'])
    await observation(db, seenAt)
  for (const table of ['observations', ...partitions]) {
    await assert.rejects(sql`update ${sql.table(table)} set pairs = 1`.execute(db), /only ever added/, table)
    await assert.rejects(sql`delete from ${sql.table(table)}`.execute(db), /only ever added/, table)
    await assert.rejects(sql`truncate ${sql.table(table)}`.execute(db), /only ever appended/, table)
  }
  await sql`insert into closed_days (day, closed_at) values ('2027-02-28', now())`.execute(db)
  await assert.rejects(observation(db, '2027-02-28T23:00Z'), /is closed/)
})

const observation = (db: Db, seenAt: string) =>
  sql`insert into observations (binding_id, seen_at, state, is_partial, pairs, counted, source)
    values (gen_random_uuid(), ${seenAt}, 'absent', false, 0, 0, 'test')`.execute(db)

test('a process killed while it makes or drops partitions leaves none half-made', async (t) => {
  const { environment, use } = await openOutlastingDb(t)
  const clock = handClock(start)
  for (let round = 0; round < 5; round += 1) {
    const process = spawnPartitioning(t, environment, clock.now())
    await once(process.stdout, 'data')
    await pause(Math.random() * 100) // somewhere in its work
    process.kill('SIGKILL')
    await once(process, 'exit')
    clock.move(20 * dayMs)
    await use(async (db) => {
      const { make, prune, emit } = createActs(db, clock)
      await make()
      await prune()
      const id = await emit()
      const day = clock.now().toISOString().slice(0, 10).replaceAll('-', '')
      assert.equal((await listEvents(db))[id], `outbox_${day}`)
      const { rows } =
        await sql`select from pg_class where relname ~ '^(outbox|observations)_2[0-9]+$' and not relispartition`.execute(
          db,
        )
      assert.deepEqual(rows, [])
    })
  }
})

function spawnPartitioning(t: TestContext, environment: NodeJS.ProcessEnv, from: Date) {
  const program = join(import.meta.dirname, '../servers/partitioning-process.ts')
  const child = spawn(process.execPath, [program, String(from.getTime())], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}
