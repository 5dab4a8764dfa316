import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ask, goodSubmission, startApp, startReplica, startWorld } from './harness.ts'
import { openTestDb } from './test-db.ts'

test('health answers whatever the dependencies do, ready names them', async (t) => {
  const world = await startWorld(t)
  const { app } = await startApp(t, { world })
  assert.deepEqual((await ask(app, { url: '/health' })).body, { status: 'ok' })
  const { status, body } = await ask(app, { url: '/ready' })
  assert.equal(status, 200)
  const breakers = { model: 'closed', creator: 'closed', risk: 'closed' }
  assert.deepEqual(body, { status: 'ready', checks: { database: 'ok', breakers } })
})

test('only configured providers have a breaker', async (t) => {
  const { app } = await startApp(t)
  assert.deepEqual((await ask(app, { url: '/ready' })).body.checks.breakers, {})
})

test('a database that is gone makes the service unready but not unhealthy', async (t) => {
  const database = await openTestDb()
  const { app, logged } = await startReplica(t, database, {})
  await database.close()
  const { status, body } = await ask(app, { url: '/ready' })
  assert.deepEqual([status, body.status, body.checks.database], [503, 'unavailable', 'failed'])
  assert.equal((await ask(app, { url: '/health' })).status, 200)
  const read = await ask(app, { url: '/v1/score/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' })
  assert.deepEqual([read.status, read.body.error.code], [500, 'internal'])
  assert.match(logged(), /unexpected fault/)
})

test('an open breaker makes the service unready and answers 502 with Retry-After without a call, until it has cooled down', async (t) => {
  let isDown = true
  const world = await startWorld(t, { txlist: { faultOf: () => (isDown ? 'bad key' : undefined) } })
  let now = Date.now()
  const { app, logged, score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  assert.equal((await score()).status, 502)
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

test('a provider that refuses for its rate again after the wait is left alone for 60 s', async (t) => {
  let isLimited = true
  const faultOf = () => (isLimited ? ('rate limit' as const) : undefined)
  const world = await startWorld(t, { txlist: { flavour: 'blockscout', faultOf } })
  let now = Date.now()
  const { app, score } = await startApp(t, { world, clock: { now: () => new Date(now) } })
  const first = await score()
  assert.deepEqual([first.status, first.headers['retry-after'], world.txlist.requests.length], [502, '60', 2])
  assert.equal((await ask(app, { url: '/ready' })).body.checks.breakers.creator, 'open')
  now += 59_000
  const second = await score()
  assert.deepEqual([second.status, second.body.error.code, second.headers['retry-after']], [502, 'upstream', '1'])
  assert.equal(world.txlist.requests.length, 2)
  now += 1000
  isLimited = false
  assert.equal((await score()).status, 201)
})

test('two calls that are refused at once are both made again, and a scoring comes of it', async (t) => {
  const world = await startWorld(t, { goplus: { faultOf: (_asked, count) => (count <= 2 ? 'rate limit' : undefined) } })
  const { score } = await startApp(t, { world })
  assert.equal((await score({ contractAddress: '0xb0b0000000000000000000000000000000000001' })).status, 201)
  assert.equal(world.goplus.requests.length, 4)
})

for (const headers of [
  { 'x-ratelimit-reset': '41250' },
  { 'x-ratelimit-reset': '1795219200' },
  { 'retry-after': '30' },
])
  test(`a refusal for the rate with ${JSON.stringify(headers)} is not answered with another call`, async (t) => {
    const world = await startWorld(t, { txlist: { faultOf: () => ({ status: 429, headers, body: 'Too many' }) } })
    const { score } = await startApp(t, { world })
    for (const answer of [await score(), await score()]) {
      assert.equal(answer.status, 502)
      assert.ok(Number(answer.headers['retry-after']) > 50, String(answer.headers['retry-after']))
    }
    assert.equal(world.txlist.requests.length, 1)
  })

test('an answer of GoPlus without a result is no clean record but 502', async (t) => {
  for (const result of ['x', [], undefined, null, {}, { data_source: '' }]) {
    const world = await startWorld(t, { goplus: { faultOf: () => ({ body: { code: 1, message: 'ok', result } }) } })
    const { score } = await startApp(t, { world })
    assert.equal((await score()).status, 502, JSON.stringify(result))
  }
})

test('an answer of GoPlus about a token in an unknown form is no missing record but 502', async (t) => {
  const contractAddress = '0xb0b0000000000000000000000000000000000001'
  for (const result of ['x', [], undefined, { [contractAddress]: 'x' }, { [contractAddress]: [] }]) {
    const faultOf = ({ path }: { path: string }) =>
      path.includes('token_security') ? { body: { code: 1, message: 'ok', result } } : undefined
    const world = await startWorld(t, { goplus: { faultOf } })
    const { score } = await startApp(t, { world })
    assert.equal((await score({ contractAddress })).status, 502, JSON.stringify(result))
  }
})

test('a connection that the database cuts in mid-statement fails one request and no process', async (t) => {
  const database = await openTestDb()
  t.after(database.close)
  if (!database.url) return // embedded, there is no connection to cut
  const { deps, app } = await startReplica(t, database, {})
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(deps.db)
  await assert.rejects(cut)
  const readiness = async () => (await ask(app, { url: '/ready' })).status
  const first = [await readiness(), await readiness(), await readiness()] // one may still get the dead connection
  assert.equal(first.at(-1), 200)
})

test('READY_BREAKER=report tells of an open breaker and stays ready', async (t) => {
  const world = await startWorld(t, { goplus: { faultOf: () => 'bad credentials' } })
  const { app, score } = await startApp(t, { environment: { ...world.environment, READY_BREAKER: 'report' } })
  assert.equal((await score({ imageUrl: `${world.images.url}/a.png` })).status, 502)
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

test('a client that goes away cancels the work, and nothing is stored', async (t) => {
  const called = Promise.withResolvers<void>()
  const world = await startWorld(t, {
    model: {
      faultOf: () => {
        called.resolve()
        return 'hang'
      },
    },
  })
  const { app, deps, submission } = await startApp(t, { world })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new AbortController()
  const answer = fetch(`${url}/v1/score`, {
    method: 'POST',
    body: JSON.stringify(submission()),
    headers: { 'content-type': 'application/json' },
    signal: client.signal,
  })
  await called.promise
  client.abort()
  await assert.rejects(answer, { name: 'AbortError' })
  while (deps.guards.some((guard) => guard.running() > 0)) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await deps.db.selectFrom('scores').select('id').execute(), [])
  assert.equal(deps.guards.find(({ name }) => name === 'model')?.state(), 'closed')
})

test('a scoring ends at its deadline with 502, and nothing is stored', async (t) => {
  const world = await startWorld(t, { model: { faultOf: () => 'hang' } })
  const { deps, score } = await startApp(t, { world, config: { scoreDeadlineMs: 300 } })
  const { status, body } = await score()
  assert.deepEqual([status, body.error.code], [502, 'upstream'])
  assert.deepEqual(await deps.db.selectFrom('submissions').select('id').execute(), [])
})

test('twenty scorings of one creator at once ask each data provider once', async (t) => {
  const world = await startWorld(t, { txlist: { delayMs: 30 }, goplus: { delayMs: 30 } })
  const { score } = await startApp(t, { world })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => score({ name: `Sock ${n}` })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.deepEqual([world.txlist.requests.length, world.goplus.requests.length], [1, 1])
})

test('a second replica takes the provider answers and the verdicts that the first one stored', async (t) => {
  const world = await startWorld(t)
  const first = await startApp(t, { world })
  const second = await startReplica(t, first.deps, { world })
  const one = await first.score()
  const two = await second.score()
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.deepEqual(two.body.signals, one.body.signals)
  assert.deepEqual([world.txlist.requests.length, world.goplus.requests.length, world.model.requests.length], [1, 1, 2])
})

test('another provider is asked anew about what the one before it has answered', async (t) => {
  const world = await startWorld(t)
  const first = await startApp(t, { world })
  assert.equal((await first.score()).status, 201)
  const { creatorAddress } = goodSubmission()
  const other = await startWorld(t, { txlist: { wallets: { [creatorAddress]: { ageDays: 780, sent: 7 } } } })
  const second = await startReplica(t, first.deps, { world: other })
  const { body } = await second.score()
  assert.deepEqual([other.txlist.requests.length > 0, other.goplus.requests.length > 0], [true, true])
  assert.match(body.signals.creator.reason, /Wallet is 780 days old/)
})

test('no key, no pitch and no provider address reaches the log', async (t) => {
  const world = await startWorld(t, { model: { faultOf: () => 'bad key' }, txlist: { faultOf: () => 'bad key' } })
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
