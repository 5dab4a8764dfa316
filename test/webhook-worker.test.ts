import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../src/deps.ts'
import { type ReceiverOptions, startReceiver } from '../dev/stand-ins/receiver.ts'
import { parseConfig } from '../src/config.ts'
import { buildApp } from '../src/main/routes.ts'
import { type Overrides, openDeps } from '../src/main/open-deps.ts'
import { systemClock } from '../src/platform/time.ts'
import { startWorker } from '../src/main/jobs.ts'
import { memoryLog } from './world/deps.ts'
import { ask } from './world/app.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { handClock, until, closeAfter } from './world/waiting.ts'
import { openTestDb } from './world/database.ts'
import { emit, emitIn, encryptionKey, issueKey, requestAs, secret, zeroCounts } from './world/webhooks.ts'

/** Opens the service without routes, on its own database with notifications, and stores one subscription. */
async function startWorking(t: TestContext, react: ReceiverOptions['react'] = () => 200, given: Overrides = {}) {
  const { clock = systemClock } = given
  const receiver = await startReceiver({ secret, react, now: clock.now })
  const database = await openTestDb()
  const { db, url, listener } = database
  const { log } = memoryLog()
  const environment = {
    ...(url && { DATABASE_URL: url }),
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
  }
  const shared = {
    db,
    reads: database.reads,
    migrations: db,
    ...(listener && { listener }),
    close: () => Promise.resolve(),
  }
  const { deps, close } = await openDeps(parseConfig(environment), { database: shared, log, ...given })
  const stops: (() => Promise<void>)[] = []
  const work = (dispatchIntervalSeconds = 3600) => {
    const worker = startWorker({ ...deps, config: { ...deps.config, dispatchIntervalSeconds } })
    stops.push(worker.stop)
    return worker
  }
  closeAfter(t, async () => {
    for (const stop of [...stops, receiver.close, close, database.close]) await stop()
  })
  await subscribe(deps, receiver.url)
  return { deps, receiver, work }
}

async function subscribe({ db, secrets, random, clock }: Deps, endpoint: string, owner = random.uuid()) {
  const id = `sub_${random.uuid().replaceAll('-', '')}`
  const sealed = secrets?.seal(secret, id) ?? ''
  const row = {
    id,
    owner_id: owner,
    endpoint,
    events: ['score.created'],
    secret: sealed,
    created_at: clock.now(),
  }
  await db.insertInto('webhook_subscriptions').values(row).execute()
}

const readStates = async ({ db }: Deps) => {
  const ended = await db.selectFrom('delivery_log').select('state').execute()
  const waiting = await db.selectFrom('deliveries').select(['claim', 'attempts']).execute()
  return { ended: ended.map(({ state }) => state), waiting }
}

test('the worker sends new deliveries at once, whatever its interval', async (t) => {
  const { deps, receiver, work } = await startWorking(t)
  work()
  const hasLooked = async () => {
    const { values } = await deps.metrics.jobSuccess.get()
    return values.some(({ labels }) => labels.job_name === 'deliver-webhooks')
  }
  await until(hasLooked)
  for (let n = 1; n <= 3; n++) {
    await emit(deps)
    await receiver.until(n)
  }
  await until(async () => (await readStates(deps)).ended.length === 3)
})

test('the worker wakes up when a retry comes due', async (t) => {
  let status = 302
  const { deps, receiver, work } = await startWorking(t, () => status)
  work()
  await emit(deps)
  await until(async () => (await readStates(deps)).waiting[0]?.attempts === 1)
  status = 200
  const dueAt = new Date(Date.now() + 1500)
  await deps.db.updateTable('deliveries').set({ due_at: dueAt }).execute()
  await emit(deps) // after which the worker looks when the next one is due
  await receiver.until(3)
  assert.ok((receiver.arrived[2]?.at ?? 0) >= dueAt)
})

test('DISPATCH_INTERVAL_SECONDS=0: the worker sends nothing by itself', async (t) => {
  const { deps, receiver, work } = await startWorking(t)
  await emit(deps)
  await work(0).stop()
  assert.equal(receiver.arrived.length, 0)
})

test('a stop waits for attempts in flight, records them and puts the rest back', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, receiver, work } = await startWorking(t, () => released)
  const worker = work()
  for (let n = 0; n < 20; n++) await emit(deps)
  await receiver.until(2)
  const stopping = worker.stop()
  await until(async () => (await readStates(deps)).waiting.filter(({ claim }) => claim !== null).length <= 2)
  release(200)
  await stopping
  const { ended, waiting } = await readStates(deps)
  assert.deepEqual(ended, ['delivered', 'delivered'])
  assert.deepEqual(new Set(waiting.map(({ claim, attempts }) => `${claim} ${attempts}`)), new Set(['null 0']))
  assert.equal(waiting.length, 18)
})

test('a delivery that comes due while another one hangs is sent within seconds', async (t) => {
  const { deps, receiver, work } = await startWorking(t, (_, count) => (count === 1 ? 'hang' : 200))
  work()
  await emit(deps)
  await receiver.until(1)
  await deps.db.transaction().execute(async (tx) => {
    await emitIn(tx, deps)
    const dueAt = new Date(Date.now() + 1500)
    await tx.updateTable('deliveries').set({ due_at: dueAt }).where('claim', 'is', null).execute()
  })
  await until(async () => (await readStates(deps)).ended.length === 1)
  assert.equal((await readStates(deps)).waiting.length, 1, 'the first one still hangs')
  await receiver.close()
})

test('a stop aborts hanging attempts after six seconds and counts them (D103)', async (t) => {
  const { deps, receiver, work } = await startWorking(t, () => 'hang')
  const worker = work()
  await emit(deps)
  await receiver.until(1)
  await worker.stop()
  assert.deepEqual(await readStates(deps), { ended: [], waiting: [{ claim: null, attempts: 1 }] })
})

test('a stop ends a dispatch by request within seconds and counts its attempts (D103)', async (t) => {
  const { deps, receiver } = await startWorking(t, () => 'hang')
  const app = await buildApp(deps)
  await emit(deps)
  const dispatching = ask(app, { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer })
  await receiver.until(1)
  await app.close()
  assert.deepEqual((await dispatching).body, { ...zeroCounts, claimed: 1, retried: 1 })
  assert.deepEqual(await readStates(deps), { ended: [], waiting: [{ claim: null, attempts: 1 }] })
})

test('a process whose clock jumps sends and signs by the database’s clock', async (t) => {
  const clock = handClock(new Date(Date.now() + 3_600_000).toISOString())
  const { db, url, listener, reads, close: closeDb } = await openTestDb()
  closeAfter(t, closeDb)
  const receiver = await startReceiver({ secret, react: () => 302 })
  closeAfter(t, receiver.close)
  const environment = {
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
    ...(url && { DATABASE_URL: url }),
  }
  const shared = { db, reads, migrations: db, ...(listener && { listener }), close: () => Promise.resolve() }
  const { deps, close } = await openDeps(parseConfig(environment), { database: shared, log: memoryLog().log })
  closeAfter(t, close)
  const jumping = { ...deps, clock }
  await subscribe(jumping, receiver.url)
  const limits = { maxDeliveries: 100, maxMs: 60_000, signal: new AbortController().signal }
  // the worker's clock is behind the database's by a round trip, so a delivery comes due a moment after its commit
  const retriedSoon = async () => (await deps.deliveryWorker.dispatch(limits)).retried === 1
  await emit(jumping) // the clock is an hour ahead
  await until(retriedSoon)
  clock.move(-7_200_000)
  await emit(jumping) // the clock is an hour behind
  await until(retriedSoon)
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good', 'good'],
  )
})

test('DELETE /v1/webhooks/:id: claimed deliveries that wait are not sent', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, receiver, work } = await startWorking(t, ({ path }) => (path === '/mine' ? released : 200))
  const app = await buildApp(deps)
  t.after(() => app.close())
  const askAs = requestAs({ app }, await issueKey(deps))
  const endpoint = `${receiver.url}/mine`
  const { body } = await askAs('POST', '/v1/webhooks', { endpoint, events: ['score.created'], secret })
  for (let n = 0; n < 10; n++) await emit(deps)
  work()
  const countSent = () => receiver.arrived.filter(({ path }) => path === '/mine').length
  await until(() => countSent() === 2) // as many as a new subscription may have in flight
  assert.equal((await askAs('DELETE', `/v1/webhooks/${body.id}`)).status, 204)
  const countDeferred = async () => {
    const { values } = await deps.metrics.sends.get()
    return values.find(({ labels }) => labels.queue === 'webhooks' && labels.outcome === 'deferred')?.value ?? 0
  }
  await until(async () => (await countDeferred()) > 0)
  release(200)
  assert.equal(countSent(), 2)
})

test('a subscription has at most eight attempts in flight', async (t) => {
  let [active, most] = [0, 0]
  const { deps, receiver, work } = await startWorking(t, async () => {
    most = Math.max(most, ++active)
    await pause(2)
    active--
    return 200
  })
  for (let n = 0; n < 200; n++) await emit(deps)
  work()
  await receiver.until(200)
  assert.ok(most >= 2 && most <= 8, `${most} at once`)
})

/** Another key has a hundred endpoints that hang. */
async function startBesideHanging(t: TestContext) {
  const started = await startWorking(t, ({ path }) => (path.startsWith('/hang') ? 'hang' : 200))
  const { deps, receiver } = started
  const hostile = deps.random.uuid()
  for (let n = 0; n < 100; n++) await subscribe(deps, `${receiver.url}/hang/${n}`, hostile)
  return started
}

test('100 endpoints of one key that hang delay nobody else’s deliveries', async (t) => {
  const { deps, receiver, work } = await startBesideHanging(t)
  for (let n = 0; n < 20; n++) await emit(deps)
  work()
  await until(async () => (await readStates(deps)).ended.length === 20)
  const { waiting } = await readStates(deps)
  assert.ok(
    waiting.every(({ attempts }) => attempts === 0),
    'none of the attempts that hang has ended',
  )
  await receiver.close()
})

test('retries that hang leave room to the retries of other keys', async (t) => {
  const { deps, receiver, work } = await startBesideHanging(t)
  for (let n = 0; n < 10; n++) await emit(deps)
  await deps.db.updateTable('deliveries').set({ is_retry: true, attempts: 1 }).execute()
  work()
  await until(async () => (await readStates(deps)).ended.length === 10)
  const { waiting } = await readStates(deps)
  assert.ok(
    waiting.every(({ attempts }) => attempts === 1),
    'none of the attempts that hang has ended',
  )
  await receiver.close()
})
