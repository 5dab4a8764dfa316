import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { issueKey } from '../src/keys/key-commands.ts'
import { rollUpActivity } from '../src/activity/roll-up.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { untilSettled } from './world/webhooks.ts'

const contractAddress = '0xc0de000000000000000000000000000000000003'
const secret = 'a-secret-of-more-than-eight-characters'

async function start(t: TestContext, environment: Record<string, string> = {}) {
  let judged = 0
  const world = await startWorld(t, {
    model: { findFault: () => void (judged += 1) },
  })
  const given = {
    world,
    environment: { ...world.environment, ADMIN_TOKEN: 'canary-admin-token-of-32-chars..', ...environment },
  }
  const { app, deps, submission } = await startApp(t, given)
  const issue = async (mode: 'live' | 'test') =>
    (await issueKey(deps, { tier: 'pro', label: 'Acme', owner: 'ops', actor: 'test', mode })).key
  const send = (key: string | null, request: InjectOptions) =>
    ask(app, { ...request, headers: { ...request.headers, ...(key && { authorization: `Bearer ${key}` }) } })
  const score = (key: string | null, over: object = {}) =>
    send(key, { method: 'POST', url: '/v1/score', payload: submission({ contractAddress, ...over }) })
  const rescore = (key: string | null, id: string) => send(key, { method: 'POST', url: `/v1/score/${id}/rescore` })
  return { app, deps, issue, send, score, rescore, countJudged: () => judged }
}

test('a test key: the record is marked and preliminary, and no model is called', async (t) => {
  const { issue, score, send, countJudged } = await start(t)
  const key = await issue('test')
  const { status, body } = await score(key)
  assert.equal(status, 201)
  assert.deepEqual([body.test, body.hasStubs, body.confidence], [true, true, 'preliminary'])
  assert.deepEqual(body.stubbedSignals, ['meme', 'creator', 'image', 'risk'])
  assert.equal(body.signals.meme.reason, 'Not measured: the request came with a test key.')
  assert.equal(countJudged(), 0)
  assert.deepEqual((await send(null, { url: `/v1/score/${body.id}` })).body, body)
  const page = await send(null, { url: `/score/${body.id}`, headers: { accept: 'text/html' } })
  assert.match(page.body, /Test record\./)
  assert.match(page.body, /noindex/)
  const listed = await send(key, { url: '/v1/scores' })
  assert.deepEqual([listed.body.scores[0].scoreId, listed.body.scores[0].test], [body.id, true])
  assert.equal((await send(key, { url: '/v1/me' })).body.test, true)
})

test('a record of a live key or of none has no test field', async (t) => {
  const { issue, score } = await start(t)
  for (const key of [await issue('live'), null]) assert.equal('test' in (await score(key)).body, false)
})

test('a test record is in no list and no figure, and does not answer for its contract', async (t) => {
  const { deps, issue, score, rescore, send } = await start(t)
  const live = await score(null)
  const key = await issue('test')
  const tested = await score(key)
  const replayed = await rescore(key, live.body.id)
  assert.deepEqual([replayed.status, replayed.body.test], [201, true])
  const byToken = await send(null, { url: `/api/v1/score/${contractAddress}` })
  assert.equal(byToken.body.id, live.body.id)
  await rollUpActivity(deps)
  const admin = { headers: { authorization: 'Bearer canary-admin-token-of-32-chars..' } }
  const stats = await send(null, { url: '/v1/admin/stats', ...admin })
  assert.deepEqual([stats.body.scores.total, stats.body.scores.rescores], [1, 0])
  const recent = await send(null, { url: '/v1/admin/scores', ...admin })
  assert.deepEqual(
    recent.body.scores.map(({ scoreId }: { scoreId: string }) => scoreId),
    [live.body.id],
  )
  const boards = await send(null, { url: '/api/v1/leaderboards?window=all' })
  assert.deepEqual([boards.body.bestCount, boards.body.worstCount], [1, 1])
  const page = await send(null, { url: `/score/${live.body.id}`, headers: { accept: 'text/html' } })
  assert.ok(!page.body.includes(tested.body.id) && !page.body.includes(replayed.body.id))
})

test('only a test key replays a test record: others get 409', async (t) => {
  const { issue, score, rescore } = await start(t)
  const [testKey, liveKey] = [await issue('test'), await issue('live')]
  const { body } = await score(testKey)
  for (const key of [null, liveKey]) {
    const refused = await rescore(key, body.id)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
  }
  assert.deepEqual((await rescore(testKey, body.id)).body.test, true)
})

test('score.created of a test record goes to the subscriptions of its lineage alone', async (t) => {
  const { deps, issue, score, send } = await start(t, { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') })
  const [mine, stranger, live] = [await issue('test'), await issue('test'), await issue('live')]
  const subscribe = async (key: string) => {
    const payload = { endpoint: 'https://hooks.example/in', events: ['score.created'], secret }
    const { status, body } = await send(key, { method: 'POST', url: '/v1/webhooks', payload })
    assert.equal(status, 201)
    return body.id
  }
  const keys = [mine, stranger, live]
  const subscriptions = [await subscribe(mine), await subscribe(stranger), await subscribe(live)]
  await score(mine)
  await untilSettled(deps)
  const counts = []
  for (const [n, key] of keys.entries()) {
    const deliveries = await send(key, { url: `/v1/webhooks/${subscriptions[n]}/deliveries` })
    const feed = await send(key, { url: `/v1/webhooks/${subscriptions[n]}/events` })
    counts.push([deliveries.body.deliveries.length, feed.body.events.length])
  }
  assert.deepEqual(counts, [
    [1, 1],
    [0, 0],
    [0, 0],
  ])
})

test('SCORE_DAILY_TOTAL bounds what the model costs, so test records don’t count', async (t) => {
  const { issue, score } = await start(t, { SCORE_DAILY_TOTAL: '1' })
  const key = await issue('test')
  for (let n = 0; n < 2; n += 1) assert.equal((await score(key)).status, 201)
  assert.equal((await score(null)).status, 201)
  assert.equal((await score(await issue('live'))).status, 503)
})
