import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { memoryLog, makeDeps } from '../../test/world/deps.ts'
import { parseConfig } from '../config.ts'
import { causePolicies } from '../keys/limits.ts'
import { createLimitedCallers } from '../keys/limited-callers.ts'
import { systemClock } from '../platform/time.ts'
import { buildHttp } from '../platform/http/http.ts'
import { createMetrics } from '../platform/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import { createMemoryLimiter } from '../platform/limiter.ts'
import { operators } from './guard.ts'
import { closeAfter } from '../../test/world/waiting.ts'

const token = 'canary-admin-token-of-32-chars..'

/** A server with one operators' route and one for anybody. */
async function serve(t: TestContext, ADMIN_TOKEN: string | undefined) {
  const { log, logged } = memoryLog()
  const metrics = createMetrics()
  const app = buildHttp({ log, metrics, random: systemRandom, trustProxy: [] })
  closeAfter(t, () => app.close())
  const config = parseConfig({ ADMIN_TOKEN })
  const limiter = createMemoryLimiter({ elapsedMs: () => 0 })
  const limitedCallers = createLimitedCallers(systemClock)
  await operators(app, makeDeps({ config, limiter, limitedCallers, metrics }), (ops) => {
    ops.post('/ops', async () => ({ done: true }))
    ops.get('/reading', async () => ({ done: true }))
  })
  app.post('/anybody', async () => ({ done: true }))
  const post = (authorization?: string, url = '/ops', id = 'test') =>
    app.inject({ method: 'POST', url, headers: { ...(authorization && { authorization }), 'x-request-id': id } })
  return { app, post, logged }
}

test('without an admin token operators’ routes answer 503, whatever is sent', async (t) => {
  const { post } = await serve(t, undefined)
  for (const authorization of [undefined, 'Bearer ', `Bearer ${token}`, 'Bearer null', 'Bearer undefined']) {
    const response = await post(authorization)
    assert.equal(response.statusCode, 503)
    assert.equal(response.json().error.code, 'not_configured')
    assert.equal(response.headers['cache-control'], 'no-store')
  }
})

test('nothing but the admin bearer gets in', async (t) => {
  const { post } = await serve(t, token)
  const wrong = [
    undefined,
    token,
    'Bearer',
    'Bearer  ',
    `Bearer ${token}x`,
    `Bearer x${token}`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token}, Bearer ${token}`,
    `Basic ${Buffer.from(`admin:${token}`).toString('base64')}`,
    `Bearer lsc_live_${'A'.repeat(48)}`,
    `Bearer ${'x'.repeat(5000)}`,
  ]
  for (const authorization of wrong) {
    const response = await post(authorization)
    assert.deepEqual([response.statusCode, response.json().error.code], [401, 'unauthorized'], authorization)
    assert.deepEqual(
      [response.headers['www-authenticate'], response.headers['cache-control']],
      ['Bearer', 'no-store'],
      authorization,
    )
  }
})

test('the admin bearer gets in, and nothing it is answered may be kept', async (t) => {
  const { post } = await serve(t, token)
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`]) {
    const response = await post(authorization)
    assert.deepEqual([response.statusCode, response.json()], [200, { done: true }])
    assert.equal(response.headers['cache-control'], 'no-store')
  }
})

test('who is refused learns nothing of the body, which isn’t read', async (t) => {
  const { app } = await serve(t, token)
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url: '/ops', headers, payload: '{broken' })
  assert.equal(response.statusCode, 401)
})

test('other routes are open', async (t) => {
  const { post, logged } = await serve(t, token)
  assert.equal((await post(undefined, '/anybody')).statusCode, 200)
  assert.ok(!logged().includes('admin access'))
})

test('each access is logged with its request id, and never the bearer', async (t) => {
  const { post, logged } = await serve(t, token)
  await post(`Bearer ${token}`, '/ops', 'granted-1')
  await post('Bearer canary-wrong', '/ops', 'refused-1')
  const accesses = logged()
    .split('\n')
    .filter((line) => line.includes('"admin access"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    accesses.map(({ requestId, method, route, isAdmitted }) => [requestId, method, route, isAdmitted]),
    [
      ['granted-1', 'POST', '/ops', true],
      ['refused-1', 'POST', '/ops', false],
    ],
  )
  assert.ok(!logged().includes('canary'))
})

test('ADMIN_TOKEN: each of several tokens works, and the log names whose it was', async (t) => {
  const { app, post, logged } = await serve(
    t,
    'alice:canary-token-of-alice-the-operator,bob:ro:canary-token-of-bob-who-only-reads,canary-plain-token-without-a-name',
  )
  for (const [bearer, written] of [
    ['canary-token-of-alice-the-operator', 200],
    ['canary-token-of-bob-who-only-reads', 401],
    ['canary-plain-token-without-a-name', 200],
    ['bob:ro:canary-token-of-bob-who-only-reads', 401],
    ['alice:canary-token-of-alice-the-operator', 401],
  ] as const)
    assert.equal((await post(`Bearer ${bearer}`)).statusCode, written, bearer)
  const refused = await post('Bearer canary-token-of-bob-who-only-reads')
  assert.match(refused.json().error.message, /read-only/)
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { authorization: 'Bearer canary-token-of-bob-who-only-reads' }
    assert.equal((await app.inject({ method, url: '/reading', headers })).statusCode, 200)
  }
  const operators = [...logged().matchAll(/"operator":(?:"(\w+)"|null)/g)].map(([, name]) => name)
  assert.deepEqual(operators, ['alice', 'bob', 'admin', undefined, undefined, 'bob', 'bob', 'bob'])
  assert.ok(!logged().includes('canary'))
})

test('a network over its limit of wrong admin tokens gets 429 on every route, also with the right one', async (t) => {
  const { app, post, logged } = await serve(t, token)
  const read = (authorization: string, remoteAddress: string) =>
    app.inject({ method: 'GET', url: '/reading', headers: { authorization }, remoteAddress })
  for (let guess = 0; guess < causePolicies.failure.quota; guess += 1)
    assert.equal((await post(`Bearer guess-${guess}`)).statusCode, 401)
  for (let flood = 0; flood < 50; flood += 1)
    for (const bearer of [`guess-more-${flood}`, token]) {
      const refused = await post(`Bearer ${bearer}`)
      assert.deepEqual([refused.statusCode, refused.json().error.code], [429, 'rate_limit'])
      assert.ok(Number(refused.headers['retry-after']) > 0)
    }
  assert.equal((await read(`Bearer ${token}`, '127.0.0.1')).statusCode, 429)
  assert.equal((await read(`Bearer ${token}`, '203.0.113.9')).statusCode, 200)
  const count = (text: string) => logged().split(text).length - 1
  assert.equal(count('"admin access"'), causePolicies.failure.quota + 1)
  assert.equal(count('too many wrong tokens'), 1)
  assert.ok(!logged().includes('canary'))
})
