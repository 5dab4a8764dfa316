import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import * as fc from 'fast-check'
import { Redis } from 'ioredis'
import { openRedisLimiter } from '../src/platform/limiter-redis.ts'
import { createMemoryLimiter, type Limit } from '../src/platform/limiter.ts'
import { openTcpProxy } from './servers/proxies.ts'
import { ask, startApp } from './world/app.ts'
import { freshAddress } from './world/fresh-address.ts'

const url = process.env['TEST_REDIS_URL']
const withoutRedis = 'only npm run test:services has a Redis'
const minute = 60_000

/** Limits that no other run spends from. */
const limit = (name: string, quota: number): Limit => ({
  name,
  bucket: `test:${name}:${randomUUID()}`,
  quota,
  windowMs: minute,
})

/** Limiters of several replicas, on a simulated time and with all the time of the world to answer. */
async function openReplicas(t: TestContext, redisUrl: string, count: number) {
  const time = { now: 1_800_000_000_000 }
  let fallbacks = 0
  const options = {
    url: redisUrl,
    deployment: 'test',
    elapsedMs: () => time.now,
    nowMs: () => time.now,
    respondWithinMs: 30_000,
    onChange: () => {},
    onFallback: () => void (fallbacks += 1),
  }
  const replicas = await Promise.all(Array.from({ length: count }, () => openRedisLimiter(options)))
  t.after(() => replicas.forEach(({ close }) => close()))
  return { replicas, time, fallbacks: () => fallbacks }
}

test('four replicas on one Redis admit in ten minutes as many as one alone', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const { replicas, time, fallbacks } = await openReplicas(t, url, 4)
  const alone = createMemoryLimiter({ elapsedMs: () => time.now })
  const pro = limit('pro', 600)
  let [together, byOne] = [0, 0]
  for (const until = time.now + 10 * minute; time.now < until; time.now += 100) {
    const verdicts = await Promise.all(replicas.map(async ({ consume }) => consume([pro])))
    together += verdicts.filter(({ isAllowed }) => isAllowed).length
    for (const _ of replicas) if (alone.decide([pro]).isAllowed) byOne += 1
  }
  t.diagnostic(`${together} of 24,000 admitted; one process alone: ${byOne}`)
  assert.equal(fallbacks(), 0)
  assert.ok(together <= (600 + 10 * 600) * 1.02)
  assert.equal(together, byOne)
})

test('Redis and memory decide alike, call by call', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const { replicas, time } = await openReplicas(t, url, 2)
  const step = fc.record({
    passMs: fc.oneof(fc.constant(0), fc.nat(4000)),
    wanted: fc.subarray([0, 1, 2], { minLength: 1 }),
    cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }), async (steps) => {
      const limits = [limit('a', 7), limit('b', 20), limit('c', 60)]
      const alone = createMemoryLimiter({ elapsedMs: () => time.now })
      for (const [n, { passMs, wanted, cost }] of steps.entries()) {
        time.now += passMs
        const some = limits.filter((_, index) => wanted.includes(index))
        const shared = await replicas[n % 2]?.consume(some, cost)
        assert.deepEqual(shared, alone.decide(some, cost))
      }
    }),
    { numRuns: 25 },
  )
})

test('a clock of Redis that is set back neither blocks nor refills', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const { replicas, time } = await openReplicas(t, url, 1)
  const few = limit('few', 2)
  const take = async () => (await replicas[0]?.consume([few]))?.isAllowed
  assert.equal(await take(), true)
  time.now -= 3_600_000
  assert.deepEqual([await take(), await take()], [true, false])
  time.now += 30_000
  assert.deepEqual([await take(), await take()], [true, false])
})

test('a response from Redis in time counts even if the process was too busy to read it', async (t) => {
  if (!url) return t.skip(withoutRedis)
  let fallbacks = 0
  const limiter = await openRedisLimiter({
    url,
    deployment: 'test',
    elapsedMs: () => performance.now(),
    respondWithinMs: 100,
    onChange: () => {},
    onFallback: () => void (fallbacks += 1),
  })
  t.after(() => limiter.close())
  const busy = limit('busy', 2)
  await limiter.consume([busy])
  const verdict = limiter.consume([busy])
  await setImmediate() // the command is sent with the others of this turn
  block(300)
  assert.equal((await verdict).remaining, 0)
  assert.equal(fallbacks, 0)
  assert.ok(limiter.isShared())
})

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('replicas share their limits, and each request takes one round trip', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const redis = new Redis(url)
  const watcher = await redis.monitor()
  t.after(() => [watcher, redis].forEach((one) => one.disconnect()))
  const environment = { REDIS_URL: url }
  const replicas = await Promise.all([startApp(t, { environment }), startApp(t, { environment })])
  const read = (n: number, remoteAddress: string) => {
    const { app } = replicas[n % 2] ?? assert.fail()
    return ask(app, { url: '/api/v1/graduates', remoteAddress }).then(({ status }) => status)
  }
  const remoteAddress = freshAddress()
  const calls: string[] = []
  watcher.on('monitor', (_time: string, args: string[], source: string) => {
    if (source !== 'lua' && args.some((arg) => arg.includes(remoteAddress))) calls.push(String(args[0]))
  })
  const since = performance.now()
  const statuses: number[] = []
  while (statuses.length < 80)
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => read(n, remoteAddress)))))
  const refilled = Math.floor((performance.now() - since) / 1000)
  const admitted = statuses.filter((status) => status === 200).length
  assert.ok(admitted >= 60 && admitted <= 60 + refilled, String(admitted))
  assert.ok(calls.length <= 80, calls.join())
})

test('POST /api/v1/lookup on two replicas: one request for every 10 items, over both', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const environment = { REDIS_URL: url }
  const replicas = await Promise.all([startApp(t, { environment }), startApp(t, { environment })])
  const remoteAddress = freshAddress()
  const scores = Array.from({ length: 100 }, () => randomUUID())
  const statuses: number[] = []
  const since = performance.now()
  for (let n = 0; n < 12; n += 1) {
    const { app } = replicas[n % 2] ?? assert.fail()
    const request = { method: 'POST', url: '/api/v1/lookup', payload: { scores }, remoteAddress } as const
    statuses.push((await ask(app, request)).status)
  }
  const refilled = Math.floor((performance.now() - since) / 1000)
  const admitted = statuses.filter((status) => status === 200).length
  assert.ok(admitted >= 6 && admitted <= 6 + refilled / 10, `${admitted}`)
  assert.deepEqual(new Set(statuses), new Set([200, 429]))
})

test('two deployments on one Redis share no limits', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const remoteAddress = freshAddress()
  for (const PUBLIC_URL of [randomUUID(), randomUUID()].map((name) => `https://${name}.example`)) {
    const { app } = await startApp(t, { environment: { REDIS_URL: url, PUBLIC_URL } })
    for (let n = 0; n < 60; n += 1)
      assert.equal((await ask(app, { url: '/api/v1/graduates', remoteAddress })).status, 200)
  }
})

test('without Redis each replica limits alone, logs it once, and reconnects', async (t) => {
  if (!url) return t.skip(withoutRedis)
  const proxy = await openTcpProxy(t, url)
  const { app, logged, elapse } = await startBehind(t, proxy.url)
  const remoteAddress = freshAddress()
  const read = () => ask(app, { url: '/api/v1/graduates', remoteAddress }).then(({ status }) => status)
  const count = async (times: number) => {
    const statuses = new Map<number, number>()
    for (let n = 0; n < times; n += 1) {
      const status = await read()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    return [statuses.get(200) ?? 0, statuses.get(429) ?? 0]
  }
  const said = (words: string) => logged().split(words).length - 1
  assert.deepEqual(await count(20), [20, 0])
  for (const fail of [proxy.stall, proxy.cut]) {
    fail()
    // what this replica let in by way of Redis counts: its failure refills nothing
    assert.deepEqual(await count(50), fail === proxy.stall ? [40, 10] : [1, 49])
    elapse(1000)
    assert.equal((await ask(app, { url: '/api/v1/graduates' })).status, 200)
  }
  assert.equal(said('Redis is unavailable'), 1)
  proxy.mend()
  while (said('limits are shared again') === 0) {
    elapse(1000)
    assert.equal((await ask(app, { url: '/api/v1/graduates' })).status, 200)
  }
  const { body: metrics } = await ask(app, { url: '/metrics' })
  assert.match(metrics, /^launchscore_limiter_fallbacks_total [1-9]\d*$/m)
})

test('a missing or silent Redis causes no errors', async (t) => {
  const silent = createServer((socket) => void socket.resume())
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  t.after(() => silent.close())
  const address = silent.address()
  assert.ok(address && typeof address === 'object')
  for (const port of [1, address.port]) {
    const { app, logged } = await startBehind(t, `redis://127.0.0.1:${port}`)
    const remoteAddress = freshAddress()
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) statuses.push((await ask(app, { url: '/api/v1/graduates', remoteAddress })).status)
    assert.equal(statuses.filter((status) => status === 200).length, 60)
    assert.equal(statuses.filter((status) => status === 429).length, 2)
    assert.equal(logged().split('Redis is unavailable').length - 1, 1)
  }
})

/** The service, and a clock that only its limits see. */
async function startBehind(t: TestContext, REDIS_URL: string) {
  let now = 0
  const service = await startApp(t, { environment: { REDIS_URL }, elapsedMs: () => now })
  return { ...service, elapse: (ms: number) => void (now += ms) }
}
