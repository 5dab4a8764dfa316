import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { memoryLog } from '../../test/memory-log.ts'
import { parseConfig } from '../config.ts'
import { buildHttp } from '../platform/http.ts'
import { openMetrics } from '../platform/metrics.ts'
import { systemRandom } from '../platform/random.ts'
import { openMemoryLimiter } from '../platform/limiter-memory.ts'
import { operators } from './guard.ts'

const token = 'canary-admin-token-of-32-chars..'

/** A server with one operators' route and one for anybody. */
async function serve(t: TestContext, ADMIN_TOKEN: string | undefined) {
  const { log, logged } = memoryLog()
  const metrics = openMetrics()
  const app = buildHttp({ log, metrics, random: systemRandom, trustProxy: [] })
  t.after(() => app.close())
  const config = parseConfig({ ADMIN_TOKEN })
  const limiter = openMemoryLimiter({ elapsedMs: () => performance.now() })
  await operators(app, { config, limiter, metrics }, (ops) => {
    ops.post('/ops', async () => ({ done: true }))
  })
  app.post('/anybody', async () => ({ done: true }))
  const post = (authorization?: string, url = '/ops', id = 'test') =>
    app.inject({ method: 'POST', url, headers: { ...(authorization && { authorization }), 'x-request-id': id } })
  return { app, post, logged }
}

test('without an admin token operators’ routes answer 503, whatever is sent', async (t) => {
  const { post } = await serve(t, undefined)
  for (const authorization of [undefined, 'Bearer ', `Bearer ${token}`, 'Bearer null', 'Bearer undefined']) {
    const answer = await post(authorization)
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.json().error.code, 'not_configured')
    assert.equal(answer.headers['cache-control'], 'no-store')
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
    const answer = await post(authorization)
    assert.deepEqual([answer.statusCode, answer.json().error.code], [401, 'unauthorized'], authorization)
    assert.deepEqual(
      [answer.headers['www-authenticate'], answer.headers['cache-control']],
      ['Bearer', 'no-store'],
      authorization,
    )
  }
})

test('the admin bearer gets in, and nothing it is answered may be kept', async (t) => {
  const { post } = await serve(t, token)
  for (const authorization of [`Bearer ${token}`, `bearer ${token}`]) {
    const answer = await post(authorization)
    assert.deepEqual([answer.statusCode, answer.json()], [200, { done: true }])
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

test('who is refused learns nothing of the body, which isn’t read', async (t) => {
  const { app } = await serve(t, token)
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/ops', headers, payload: '{broken' })
  assert.equal(answer.statusCode, 401)
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
