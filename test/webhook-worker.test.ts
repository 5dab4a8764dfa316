import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver } from '../dev/stand-ins/receiver.ts'
import { parseConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { type Given, openDeps } from '../src/open-deps.ts'
import { systemClock } from '../src/platform/clock.ts'
import { startWorker } from '../src/worker.ts'
import { memoryLog } from './memory-log.ts'
import { handClock } from './scheduling.ts'
import { openTestDb } from './test-db.ts'
import { emit, encryptionKey, secret } from './webhook-world.ts'
import type { Reaction } from '../dev/stand-ins/receiver.ts'

/** What is below the routes, on a database of its own with what it is heard by, and one subscription. */
async function startWorking(t: TestContext, react: () => Reaction | Promise<Reaction> = () => 200, given: Given = {}) {
  const { clock = systemClock } = given
  const receiver = await startReceiver({ secret, react, now: clock.now })
  const database = await openTestDb()
  const { db, url, hear } = database
  const { log } = memoryLog()
  const environment = {
    ...(url && { DATABASE_URL: url }),
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
  }
  const shared = { db, reads: database.reads, migrations: db, ...(hear && { hear }), close: () => Promise.resolve() }
  const { deps, close } = await openDeps(parseConfig(environment), { database: shared, log, ...given })
  const stops: (() => Promise<void>)[] = []
  const work = (dispatchIntervalSeconds = 3600) => {
    const worker = startWorker({ ...deps, config: { ...deps.config, dispatchIntervalSeconds } })
    stops.push(worker.stop)
    return worker
  }
  t.after(async () => {
    for (const stop of [...stops, receiver.close, close, database.close]) await stop()
  })
  await subscribe(deps, receiver.url)
  return { deps, receiver, work }
}

async function subscribe({ db, secrets, random, clock }: Deps, endpoint: string): Promise<void> {
  const id = `sub_${random.uuid().replaceAll('-', '')}`
  const sealed = secrets?.seal(secret, id) ?? ''
  const row = {
    id,
    owner_id: random.uuid(),
    endpoint,
    events: ['score.created'],
    secret: sealed,
    created_at: clock.now(),
  }
  await db.insertInto('webhook_subscriptions').values(row).execute()
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5)
}

const statesOf = async ({ db }: Deps) => {
  const ended = await db.selectFrom('delivery_log').select('state').execute()
  const waiting = await db.selectFrom('deliveries').select(['claim', 'attempts']).execute()
  return { ended: ended.map(({ state }) => state), waiting }
}

test('the worker sends what is new at once, however long its interval', async (t) => {
  const { deps, receiver, work } = await startWorking(t)
  work()
  await pause(100) // it has looked, and sleeps
  for (let n = 1; n <= 3; n++) {
    await emit(deps)
    await receiver.until(n)
  }
  await until(async () => (await statesOf(deps)).ended.length === 3)
})

test('the worker wakes for a repetition at its time', async (t) => {
  let status = 302
  const { deps, receiver, work } = await startWorking(t, () => status)
  work()
  await emit(deps)
  await until(async () => (await statesOf(deps)).waiting[0]?.attempts === 1)
  status = 200
  const dueAt = new Date(Date.now() + 1500)
  await deps.db.updateTable('deliveries').set({ due_at: dueAt }).execute()
  await emit(deps) // whose end makes the worker look when the next is due
  await receiver.until(3)
  assert.ok((receiver.arrived[2]?.at ?? 0) >= dueAt)
})

test('with an interval of 0 nothing is sent but by ticks', async (t) => {
  const { deps, receiver, work } = await startWorking(t)
  await emit(deps)
  await work(0).stop()
  assert.equal(receiver.arrived.length, 0)
})

test('a clean stop waits for what is under way, writes it down, and gives back what waits', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, receiver, work } = await startWorking(t, () => released)
  const worker = work()
  for (let n = 0; n < 20; n++) await emit(deps)
  await receiver.until(2)
  const stopping = worker.stop()
  await until(async () => (await statesOf(deps)).waiting.filter(({ claim }) => claim !== null).length === 2)
  release(200)
  await stopping
  const { ended, waiting } = await statesOf(deps)
  assert.deepEqual(ended, ['delivered', 'delivered'])
  assert.deepEqual(new Set(waiting.map(({ claim, attempts }) => `${claim} ${attempts}`)), new Set(['null 0']))
  assert.equal(waiting.length, 18)
})

test('a stop cuts off what hangs after some seconds: given back, no attempt spent', async (t) => {
  const { deps, receiver, work } = await startWorking(t, () => 'hang')
  const worker = work()
  await emit(deps)
  await receiver.until(1)
  await worker.stop()
  assert.deepEqual(await statesOf(deps), { ended: [], waiting: [{ claim: null, attempts: 0 }] })
})

test('a process whose clock jumps sends nothing early, nothing twice, and signs with the right time', async (t) => {
  const clock = handClock(new Date(Date.now() + 3_600_000).toISOString())
  const { db, url, hear, reads, close: closeDb } = await openTestDb()
  t.after(closeDb)
  const receiver = await startReceiver({ secret, react: () => 302 })
  t.after(receiver.close)
  const environment = {
    ENCRYPTION_KEY: encryptionKey,
    OUTBOUND_ALLOW: receiver.host,
    ...(url && { DATABASE_URL: url }),
  }
  const shared = { db, reads, migrations: db, ...(hear && { hear }), close: () => Promise.resolve() }
  const { deps, close } = await openDeps(parseConfig(environment), { database: shared, log: memoryLog().log })
  t.after(close)
  const jumping = { ...deps, clock }
  await subscribe(jumping, receiver.url)
  const tick = { mostRows: 100, takingMs: 1000, stopped: new AbortController().signal }
  await emit(jumping) // by a clock that is an hour ahead
  assert.equal((await deps.dispatcher.run(tick)).retried, 1)
  clock.move(-7_200_000)
  await emit(jumping) // and by one that is an hour behind
  assert.equal((await deps.dispatcher.run(tick)).retried, 1)
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good', 'good'],
  )
})
