import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { buildMetricsApp } from '../src/main/routes.ts'
import { holdDeadlines, closeAfter } from './world/waiting.ts'
import { ask, goodSubmission, startApp, startReplica, startWorld } from './world/app.ts'
import { openTestDb } from './world/database.ts'

test('health answers whatever the dependencies do, ready names them', async (t) => {
  const world = await startWorld(t)
  const { app } = await startApp(t, { world })
  assert.deepEqual((await ask(app, { url: '/health' })).body, { status: 'ok' })
  const { status, body } = await ask(app, { url: '/ready' })
  assert.equal(status, 200)
  const breakers = { model: 'closed', creator: 'closed', risk: 'closed' }
  assert.deepEqual(body, { status: 'ready', checks: { database: 'ok', breakers, budgets: { stored_bytes: 'ok' } } })
})

test('only configured providers have a breaker', async (t) => {
  const { app } = await startApp(t)
  assert.deepEqual((await ask(app, { url: '/ready' })).body.checks.breakers, {})
})

test('a database that is gone: 503 with Retry-After, not ready, still healthy', async (t) => {
  const database = await openTestDb()
  const { app, logged } = await startReplica(t, database, {})
  await database.close()
  const { status, body } = await ask(app, { url: '/ready' })
  assert.deepEqual([status, body.status, body.checks.database], [503, 'unavailable', 'failed'])
  assert.equal((await ask(app, { url: '/health' })).status, 200)
  const read = await ask(app, { url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' })
  assert.deepEqual([read.status, read.body.error.code, read.headers['retry-after']], [503, 'unavailable', '5'])
  assert.match(logged(), /the database is unavailable/)
  assert.doesNotMatch(logged(), /unexpected error/)
})

test('an open breaker makes /ready 503 and calls 502 with Retry-After until cool', async (t) => {
  let isDown = true
  const world = await startWorld(t, { txlist: { findFault: () => (isDown ? 'bad key' : undefined) } })
  let now = Date.now()
  const { app, logged, score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  for (let n = 0; n < 5; n++) {
    assert.equal((await ask(app, { url: '/ready' })).status, 200, 'one request never opens a breaker (D69)')
    assert.equal((await score()).status, 502)
  }
  const calls = world.txlist.requests.length
  const { status, body } = await ask(app, { url: '/ready' })
  assert.deepEqual([status, body.status, body.checks.breakers.creator], [503, 'unavailable', 'open'])
  const refused = await score()
  assert.equal(refused.status, 502)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal(world.txlist.requests.length, calls)
  assert.match((await ask(app, { url: '/metrics' })).body, /launchscore_breaker_state\{provider="creator"\} 2/)
  now += 301_000
  assert.equal((await ask(app, { url: '/ready' })).body.checks.breakers.creator, 'half-open')
  isDown = false
  assert.equal((await score()).status, 201)
  assert.equal((await ask(app, { url: '/ready' })).body.checks.breakers.creator, 'closed')
  assert.match(logged(), /"fault":"auth"/)
})

const toWallet = (n: number) => `0x${(n + 1).toString(16).padStart(40, 'ab')}`

test('a provider’s rate limit is 503 with Retry-After, and the service stays ready', async (t) => {
  // longer than a request waits for a retry
  const limit = { status: 429, headers: { 'retry-after': '600' }, body: { message: 'Too Many Requests' } }
  const world = await startWorld(t, { txlist: { flavour: 'blockscout', findFault: () => limit } })
  const { app, score } = await startApp(t, { world })
  const wallets = [0, 1, 2, 3, 4, 5].map(toWallet)
  const refused = await Promise.all(wallets.map((creatorAddress) => score({ creatorAddress })))
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.error.code], [503, 'unavailable'])
    assert.ok(Number(headers['retry-after']) > 0)
  }
  const { status, body } = await ask(app, { url: '/ready' })
  assert.deepEqual([status, body.status, body.checks.breakers.creator], [200, 'ready', 'limited'])
})

test('two calls refused together are both retried, and the scoring succeeds', async (t) => {
  const world = await startWorld(t, {
    goplus: { findFault: (_asked, count) => (count <= 2 ? 'rate limit' : undefined) },
  })
  const { score } = await startApp(t, { world })
  assert.equal((await score({ contractAddress: '0xb0b0000000000000000000000000000000000001' })).status, 201)
  assert.equal(world.goplus.requests.length, 4)
})

for (const headers of [
  { 'x-ratelimit-reset': '41250' },
  { 'x-ratelimit-reset': '1795219200' },
  { 'retry-after': '30' },
])
  test(`a rate limit with ${JSON.stringify(headers)} causes no further call`, async (t) => {
    const world = await startWorld(t, { txlist: { findFault: () => ({ status: 429, headers, body: 'Too many' }) } })
    const { score } = await startApp(t, { world })
    for (const response of [await score(), await score()]) {
      assert.equal(response.status, 503)
      assert.ok(Number(response.headers['retry-after']) >= 28, String(response.headers['retry-after']))
    }
    assert.equal(world.txlist.requests.length, 1)
  })

test('an answer of GoPlus without a result is no clean record but 502', async (t) => {
  for (const result of ['x', [], undefined, null, {}, { data_source: '' }]) {
    const world = await startWorld(t, { goplus: { findFault: () => ({ body: { code: 1, message: 'ok', result } }) } })
    const { score } = await startApp(t, { world })
    assert.equal((await score()).status, 502, JSON.stringify(result))
  }
})

test('a token response of GoPlus in an unknown form is 502, not a missing record', async (t) => {
  const contractAddress = '0xb0b0000000000000000000000000000000000001'
  for (const result of ['x', [], undefined, { [contractAddress]: 'x' }, { [contractAddress]: [] }]) {
    const findFault = ({ path }: { path: string }) =>
      path.includes('token_security') ? { body: { code: 1, message: 'ok', result } } : undefined
    const world = await startWorld(t, { goplus: { findFault } })
    const { score } = await startApp(t, { world })
    assert.equal((await score({ contractAddress })).status, 502, JSON.stringify(result))
  }
})

test('a connection cut during a statement fails one request and no process', async (t) => {
  const database = await openTestDb()
  closeAfter(t, database.close)
  if (!database.url) return t.skip('embedded, there is no connection to cut')
  const { deps, app } = await startReplica(t, database, {})
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(deps.db)
  await assert.rejects(cut)
  const readiness = async () => (await ask(app, { url: '/ready' })).status
  const first = [await readiness(), await readiness(), await readiness()] // one may still get the dead connection
  assert.equal(first.at(-1), 200)
})

test('READY_BREAKER=report reports an open breaker and stays ready', async (t) => {
  const world = await startWorld(t, { goplus: { findFault: () => 'bad credentials' } })
  const { app, score } = await startApp(t, { environment: { ...world.environment, READY_BREAKER: 'report' } })
  for (let n = 0; n < 5; n++) assert.equal((await score({ imageUrl: `${world.images.url}/a.png` })).status, 502)
  const { status, body } = await ask(app, { url: '/ready' })
  assert.deepEqual([status, body.status, body.checks.breakers.risk], [200, 'ready', 'open'])
})

test('metrics tell of requests, provider calls, breakers and queues', async (t) => {
  const world = await startWorld(t)
  const { app, score } = await startApp(t, { world })
  await score()
  const { body, headers } = await ask(app, { url: '/metrics' })
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const line of [
    /^http_request_duration_seconds_count\{method="POST",route="\/v1\/score",status="201"\} 1$/m,
    /^launchscore_provider_calls_total\{provider="model",outcome="ok"\} 2$/m,
    /^launchscore_breaker_state\{provider="risk"\} 0$/m,
    /^launchscore_queue_oldest_age_seconds\{queue="webhooks"\} [\d.]+$/m,
  ])
    assert.match(body, line)
})

test('METRICS_TOKEN keeps the metrics to its bearer', async (t) => {
  const environment = { METRICS_TOKEN: 'canary-metrics-token' }
  const { app } = await startApp(t, { environment, elapsedMs: () => 0 })
  const read = (authorization?: string, from: { remoteAddress?: string } = {}) =>
    ask(app, { url: '/metrics', headers: authorization === undefined ? {} : { authorization }, ...from })
  for (const wrong of [undefined, 'Bearer canary-metrics-toke', 'Basic canary-metrics-token', 'Bearer ']) {
    const { status, body, headers } = await read(wrong)
    assert.deepEqual([status, body.error.code, headers['www-authenticate']], [401, 'unauthorized', 'Bearer'])
  }
  assert.equal((await read('Bearer canary-metrics-token')).status, 200)
  const here = { remoteAddress: '203.0.113.5' }
  for (let n = 0; n < 60; n++) assert.equal((await read(`Bearer guess-${n}`, here)).status, 401)
  assert.equal((await read('Bearer canary-metrics-token', here)).status, 429, 'no guess succeeds after many others')
})

test('METRICS_PORT moves /metrics from the public port to one that serves nothing else', async (t) => {
  const { app, deps } = await startApp(t, { environment: { METRICS_PORT: '9464' } })
  assert.equal((await ask(app, { url: '/metrics' })).status, 404)
  const own = await buildMetricsApp(deps)
  closeAfter(t, () => own.close())
  assert.match((await ask(own, { url: '/metrics' })).body, /^launchscore_queue_oldest_age_seconds/m)
  assert.equal((await ask(own, { url: '/v1/score/x' })).status, 404)
})

test('a client that goes away cancels the work, and nothing is stored', async (t) => {
  const called = Promise.withResolvers<void>()
  const world = await startWorld(t, {
    model: {
      findFault: () => {
        called.resolve()
        return 'hang'
      },
    },
  })
  const { app, deps, submission } = await startApp(t, { world })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new AbortController()
  const response = fetch(`${url}/v1/score`, {
    method: 'POST',
    body: JSON.stringify(submission()),
    headers: { 'content-type': 'application/json' },
    signal: client.signal,
  })
  await called.promise
  client.abort()
  await assert.rejects(response, { name: 'AbortError' })
  while (deps.guards.some((guard) => guard.running() > 0)) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
  assert.equal(deps.guards.find(({ name }) => name === 'model')?.state(), 'closed')
})

test('a scoring ends at its deadline with 502, and nothing is stored', async (t) => {
  const world = await startWorld(t, { model: { findFault: () => 'hang' } })
  const deadlines = holdDeadlines(t)
  const { deps, score } = await startApp(t, { world })
  const scoring = score()
  const { status, body } = await deadlines.outwait(
    scoring,
    () => world.model.requests.length,
    deps.config.scoreDeadlineMs,
  )
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.deepEqual(await deps.db.selectFrom('submissions').select('id').execute(), [])
})

test('twenty scorings of one creator at once ask each data provider once', async (t) => {
  const world = await startWorld(t, { txlist: { delayMs: 30 }, goplus: { delayMs: 30 } })
  const { score } = await startApp(t, { world })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => score({ name: `Sock ${n}` })))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
  assert.deepEqual([world.txlist.requests.length, world.goplus.requests.length], [1, 1])
})

test('a second replica uses the provider responses and verdicts that the first stored', async (t) => {
  const world = await startWorld(t)
  const first = await startApp(t, { world })
  const second = await startReplica(t, first.deps, { world })
  const one = await first.score()
  const two = await second.score()
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.deepEqual(two.body.signals, one.body.signals)
  assert.deepEqual([world.txlist.requests.length, world.goplus.requests.length, world.model.requests.length], [1, 1, 2])
})

test('a new provider is asked, and cached responses of the previous one are not used', async (t) => {
  const world = await startWorld(t)
  const first = await startApp(t, { world })
  assert.equal((await first.score()).status, 201)
  const { creatorAddress } = goodSubmission()
  const other = await startWorld(t, { txlist: { wallets: { [creatorAddress]: { ageDays: 780, sent: 7 } } } })
  const second = await startReplica(t, first.deps, { world: other })
  const { body } = await second.score()
  assert.deepEqual([other.txlist.requests.length > 0, other.goplus.requests.length > 0], [true, true])
  assert.match(body.signals.creator.reason, /wallet is 780 days old/)
})

test('no key, no pitch and no provider address reaches the log', async (t) => {
  const world = await startWorld(t, { model: { findFault: () => 'bad key' }, txlist: { findFault: () => 'bad key' } })
  const { logged, score } = await startApp(t, { world })
  await score({ description: 'canary-pitch' })
  await score({ description: 'canary-pitch', symbol: 'A B' })
  assert.match(logged(), /a provider failed/)
  for (const canary of [
    'canary-model-key',
    'canary-creator-key',
    'canary-pitch',
    world.txlist.url,
    world.model.baseUrl,
  ])
    assert.ok(!logged().includes(canary), canary)
})
