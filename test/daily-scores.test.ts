import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pruneDailyScores } from '../src/scoring/daily-scores.ts'
import { type TestApp, type WorldOptions, ask, startApp, startReplica, startWorld } from './world/app.ts'
import { handClock } from './world/waiting.ts'

const never = new AbortController().signal

const noon = '2026-11-21T12:00:00.000Z'

async function start(t: TestContext, environment: Record<string, string>, outside: WorldOptions = {}) {
  const world = await startWorld(t, outside)
  const clock = handClock(noon)
  const given = { world, clock, environment: { ...world.environment, ...environment } }
  return { ...(await startApp(t, given)), world, clock, given }
}

const scoreFrom = (
  { app, submission }: Pick<TestApp, 'app' | 'submission'>,
  remoteAddress: string,
  over: object = {},
  headers: Record<string, string> = {},
) => ask(app, { method: 'POST', url: '/v1/score', remoteAddress, payload: submission(over), headers })

test('SCORE_DAILY_PER_NETWORK counts scores and re-scores over all replicas', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '3' })
  const other = await startReplica(t, started.deps, started.given)
  const first = await scoreFrom(started, '203.0.113.7')
  assert.equal(first.status, 201)
  const rescoring = { method: 'POST', url: `/v1/score/${first.body.id}/rescore`, remoteAddress: '203.0.113.7' } as const
  assert.equal((await ask(other.app, rescoring)).status, 201)
  assert.equal((await scoreFrom(other, '203.0.113.7')).status, 201)
  for (const refused of [await scoreFrom(started, '203.0.113.7'), await ask(other.app, rescoring)]) {
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
    assert.equal(refused.headers['retry-after'], String(12 * 3600))
  }
  assert.equal((await scoreFrom(started, '203.0.113.8')).status, 201)
  started.clock.moveTo('2026-11-22T00:00:00.000Z')
  assert.equal((await scoreFrom(started, '203.0.113.7')).status, 201)
  const kept = await started.deps.db.selectFrom('daily_scores').selectAll().execute()
  assert.ok(!JSON.stringify(kept).includes('203.0.113'), 'an address is stored')
})

test('of ten concurrent scorings with four left four succeed', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '4' })
  const asked = Array.from({ length: 10 }, (_, n) => scoreFrom(started, '203.0.113.7', { name: `Sock ${n}` }))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [...Array<number>(4).fill(201), ...Array<number>(6).fill(429)],
  )
})

test('a replay by Idempotency-Key doesn’t count', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '1' })
  const once = { 'idempotency-key': 'order-1' }
  assert.equal((await scoreFrom(started, '203.0.113.7', {}, once)).status, 201)
  assert.equal((await scoreFrom(started, '203.0.113.7', {}, once)).status, 200)
})

test('a scoring counts once it calls the model, and not if it failed before', async (t) => {
  let isBroken = true
  const findFault = () => (isBroken ? ('refusal' as const) : undefined)
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '2' }, { model: { findFault } })
  const rescoring = (id: string) =>
    ask(started.app, { method: 'POST', url: `/v1/score/${id}/rescore`, remoteAddress: '203.0.113.7' })
  assert.equal((await rescoring('01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d')).status, 404)
  assert.equal((await scoreFrom(started, '203.0.113.7', { name: '' })).status, 400)
  assert.equal((await scoreFrom(started, '203.0.113.7')).status, 400)
  isBroken = false
  assert.equal((await scoreFrom(started, '203.0.113.7')).status, 201)
  assert.equal((await scoreFrom(started, '203.0.113.7')).status, 429)
})

test('an IPv6 /48 has eight times the quota of a network', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '1' })
  const statuses = []
  for (let subnet = 0; subnet < 9; subnet++) statuses.push((await scoreFrom(started, `2001:db8:1:${subnet}::1`)).status)
  assert.deepEqual(statuses, [...Array<number>(8).fill(201), 429])
  assert.equal((await scoreFrom(started, '2001:db8:2::1')).status, 201)
})

test('SCORE_DAILY_TOTAL: requests over their network’s quota don’t use it up', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '1', SCORE_DAILY_TOTAL: '4' })
  const statuses = []
  for (const host of [1, 1, 1, 2, 3]) statuses.push((await scoreFrom(started, `203.0.113.${host}`)).status)
  assert.deepEqual(statuses, [201, 429, 429, 201, 503])
})

test('requests that the total refuses don’t use up the network’s quota', async (t) => {
  const started = await start(t, { SCORE_DAILY_PER_NETWORK: '2', SCORE_DAILY_TOTAL: '1' })
  const { SCORE_DAILY_TOTAL: _, ...environment } = started.given.environment
  const unlimited = await startReplica(t, started.deps, { ...started.given, environment })
  assert.equal((await scoreFrom(started, '203.0.113.1')).status, 201)
  for (let n = 0; n < 2; n++) assert.equal((await scoreFrom(started, '203.0.113.2')).status, 503)
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await scoreFrom(unlimited, '203.0.113.2')).status)
  assert.deepEqual(statuses, [201, 201, 429])
})

test('counts of past days are deleted', async (t) => {
  const started = await start(t, {})
  await scoreFrom(started, '203.0.113.7')
  assert.equal(await pruneDailyScores(started.deps, never), 0)
  started.clock.moveTo('2026-11-23T00:00:00.000Z')
  assert.equal(await pruneDailyScores(started.deps, never), 1)
})
