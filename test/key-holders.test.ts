import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { issueKey, rotateKey } from '../src/keys/key-commands.ts'
import { pruneKeyUsage } from '../src/keys/upkeep.ts'
import { pruneDailyScores } from '../src/scoring/daily-scores.ts'
import { type AppOptions, ask, startApp, startReplica, startWorld, type TestApp } from './world/app.ts'
import { handClock, until } from './world/waiting.ts'

const never = new AbortController().signal

const noon = '2026-11-21T12:00:00.000Z'

async function start(t: TestContext, environment: Record<string, string> = {}, options: AppOptions = {}) {
  const world = await startWorld(t)
  const clock = handClock(noon)
  const given = { world, clock, environment: { ...world.environment, ...environment }, ...options }
  const started = await startApp(t, given)
  const issue = (tier: 'free' | 'pro' | 'enterprise' = 'pro', mode: 'live' | 'test' = 'live') =>
    issueKey(started.deps, { tier, label: 'Acme', owner: 'ops@acme', actor: 'test', mode })
  return { ...started, clock, given, issue, send: sending(started) }
}

const sending =
  ({ app }: Pick<TestApp, 'app'>) =>
  (key: string | null, request: InjectOptions) =>
    ask(app, { ...request, headers: { ...request.headers, ...(key && { authorization: `Bearer ${key}` }) } })

type Started = Awaited<ReturnType<typeof start>>

let launches = 0

const scoring = ({ submission }: Pick<Started, 'submission'>, over: object = {}): InjectOptions => ({
  method: 'POST',
  url: '/v1/score',
  payload: submission({ name: `Own ${launches++}`, ...over }),
})

const rescoring = (id: string): InjectOptions => ({ method: 'POST', url: `/v1/score/${id}/rescore` })

test('GET /v1/me: the tier, the limits with what is left, and the usage by day', async (t) => {
  const started = await start(t, {}, { elapsedMs: () => 0 })
  const { send, issue, clock } = started
  const { key, prefix } = await issue()
  assert.equal((await send(key, scoring(started))).status, 201)
  clock.moveTo('2026-11-22T12:00:00.000Z')
  for (let n = 0; n < 2; n += 1) assert.equal((await send(key, scoring(started))).status, 201)
  const read = async () => (await send(key, { url: '/v1/me' })).body
  await until(async () => (await read()).usage[0].requests >= 3)
  const body = await read()
  const { usage, limits, ...rest } = body
  assert.deepEqual(rest, { prefix, label: 'Acme', tier: 'pro', test: false, createdAt: noon, endsAt: null })
  assert.deepEqual(limits.scores, { quota: 20_000, remaining: 19_998, resetsAt: '2026-11-23T00:00:00.000Z' })
  assert.equal(limits.requests.quota, 600)
  const again = await send(key, { url: '/v1/me' })
  assert.equal(again.body.limits.requests.remaining, limits.requests.remaining - 1)
  assert.equal(usage.length, 30)
  assert.deepEqual([usage[0].date, usage[0].scores], ['2026-11-22', 2])
  assert.deepEqual(usage[1], { date: '2026-11-21', requests: 1, scores: 1 })
  assert.deepEqual(usage[29], { date: '2026-10-24', requests: 0, scores: 0 })
  assert.equal(again.headers['cache-control'], 'no-store')
  assert.ok(!JSON.stringify(body).includes('ops@acme'))
})

test('GET /v1/me and /v1/scores: 401 without a key', async (t) => {
  const { send } = await start(t)
  for (const url of ['/v1/me', '/v1/scores']) {
    const { status, body } = await send(null, { url })
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
  }
})

test('a key and its successor share limits, usage and scores; strangers see none of it', async (t) => {
  const started = await start(t)
  const { send, issue, deps } = started
  const old = await issue()
  const first = await send(old.key, scoring(started))
  const successor = await rotateKey(deps, { prefix: old.prefix, graceHours: 48, actor: 'test' })
  const second = await send(successor.key, rescoring(first.body.id))
  assert.equal(second.status, 201)
  assert.equal((await send(null, scoring(started))).status, 201)
  for (const key of [old.key, successor.key]) {
    const listed = await send(key, { url: '/v1/scores' })
    assert.deepEqual(
      listed.body.scores.map(({ scoreId }: { scoreId: string }) => scoreId),
      [second.body.id, first.body.id],
    )
    assert.equal((await send(key, { url: '/v1/me' })).body.limits.scores.remaining, 19_998)
  }
  assert.equal((await send(old.key, { url: '/v1/me' })).body.endsAt, '2026-11-23T12:00:00.000Z')
  assert.deepEqual((await send((await issue()).key, { url: '/v1/scores' })).body, {
    scores: [],
    limit: 25,
    nextCursor: null,
  })
})

const idsOf = (body: { scores: { scoreId: string }[] }) => body.scores.map(({ scoreId }) => scoreId)

test('GET /v1/scores: pages and filters', async (t) => {
  const started = await start(t)
  const { send, issue, clock } = started
  const { key } = await issue()
  const ids: string[] = []
  const creators = ['0xA11Ce00000000000000000000000000000000001', '0xb0b0000000000000000000000000000000000002']
  for (let n = 0; n < 5; n += 1) {
    clock.moveTo(`2026-11-21T1${n + 2}:00:00.000Z`)
    const creatorAddress = String(creators[n % 2]).toLowerCase()
    const contractAddress = n === 4 ? '0xc0de000000000000000000000000000000000003' : null
    ids.unshift((await send(key, scoring(started, { creatorAddress, contractAddress }))).body.id)
  }
  const list = async (query: string) => {
    const { status, body } = await send(key, { url: `/v1/scores?${query}` })
    assert.equal(status, 200, query)
    return body
  }
  const first = await list('limit=2')
  const second = await list(`limit=2&cursor=${first.nextCursor}`)
  const third = await list(`limit=2&cursor=${second.nextCursor}`)
  assert.deepEqual([...idsOf(first), ...idsOf(second), ...idsOf(third)], ids)
  assert.equal(third.nextCursor, null)
  assert.deepEqual(idsOf(await list(`creatorAddress=${creators[1]?.toLowerCase()}`)), [ids[1], ids[3]])
  assert.deepEqual(idsOf(await list('contractAddress=0xc0de000000000000000000000000000000000003')), [ids[0]])
  assert.deepEqual(idsOf(await list('createdAfter=2026-11-21T13:00:00Z&createdBefore=2026-11-21T15:00:00Z')), [ids[2]])
  const { band } = first.scores[0]
  assert.deepEqual(idsOf(await list(`band=${band}&confidence=final`)), ids)
  assert.deepEqual(idsOf(await list('confidence=preliminary')), [])
  const wrong = ['band=blue', 'limit=0', 'cursor=x', 'creatorAddress=0x1', 'createdAfter=now', 'confidence=maybe']
  for (const query of wrong) {
    const { status, body } = await send(key, { url: `/v1/scores?${query}` })
    assert.deepEqual([status, body.error.code], [400, 'bad_request'], query)
    assert.ok(body.error.message.includes(query.split('=')[0]), query)
  }
})

test('SCORE_DAILY_PRO limits a lineage’s scores per day over all replicas', async (t) => {
  const started = await start(t, { SCORE_DAILY_PRO: '2', SCORE_DAILY_PER_NETWORK: '1' })
  const { send, issue, deps, given, clock } = started
  const replica = sending(await startReplica(t, deps, given))
  const [mine, other] = [await issue(), await issue('enterprise')]
  const from = { remoteAddress: '203.0.113.7' }
  const first = await send(mine.key, { ...scoring(started), ...from })
  assert.equal(first.status, 201)
  assert.match(String(first.headers['ratelimit']), /^"score";r=\d+;t=\d+, "score-daily";r=1;t=43200$/)
  assert.match(String(first.headers['ratelimit-policy']), /, "score-daily";q=2;w=86400$/)
  assert.equal((await replica(mine.key, { ...rescoring(first.body.id), ...from })).status, 201)
  const refused = await send(mine.key, { ...scoring(started), ...from })
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
  assert.match(refused.body.error.message, /2 scores a day for your API key/)
  assert.equal(refused.headers['retry-after'], '43200')
  assert.equal(refused.headers['ratelimit'], '"score-daily";r=0;t=43200')
  assert.equal((await send(mine.key, { url: '/v1/me' })).body.limits.scores.remaining, 0)
  // neither another key nor the network's own quota is touched
  assert.equal((await send(other.key, { ...scoring(started), ...from })).status, 201)
  assert.equal((await send(null, { ...scoring(started), ...from })).status, 201)
  assert.equal((await send(null, { ...scoring(started), ...from })).status, 429)
  clock.moveTo('2026-11-22T00:00:00.000Z')
  assert.equal((await send(mine.key, { ...scoring(started), ...from })).status, 201)
})

test('a scoring that fails before the model counts against no key', async (t) => {
  const started = await start(t, { SCORE_DAILY_FREE: '1' })
  const { key } = await started.issue('free')
  assert.equal((await started.send(key, rescoring('01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'))).status, 404)
  assert.equal((await started.send(key, scoring(started))).status, 201)
  assert.equal((await started.send(key, scoring(started))).status, 429)
})

test('a key’s usage is kept for 90 days', async (t) => {
  const started = await start(t)
  const { send, issue, clock, deps } = started
  const { key } = await issue()
  await send(key, scoring(started))
  const isWritten = async () => (await deps.db.selectFrom('api_key_usage').selectAll().execute()).length === 1
  await until(isWritten)
  clock.moveTo('2027-02-19T12:00:00.000Z')
  assert.deepEqual([await pruneDailyScores(deps, never), await pruneKeyUsage(deps, never)], [0, 0])
  clock.moveTo('2027-02-20T12:00:00.000Z')
  assert.deepEqual([await pruneDailyScores(deps, never), await pruneKeyUsage(deps, never)], [1, 1])
})

test('SCORE_ACCESS=key: scoring needs a key, reading doesn’t; the home page says so', async (t) => {
  const started = await start(t, { SCORE_ACCESS: 'key' })
  const { send, issue } = started
  const { key } = await issue()
  const made = await send(key, scoring(started))
  assert.equal(made.status, 201)
  for (const request of [scoring(started), rescoring(made.body.id)]) {
    const { status, body, headers } = await send(null, request)
    assert.deepEqual([status, body.error.code, headers['www-authenticate']], [401, 'unauthorized', 'Bearer'])
  }
  assert.equal((await send(null, { url: `/v1/score/${made.body.id}` })).status, 200)
  const document = (await send(null, { url: '/api/v1/openapi.json' })).body
  assert.deepEqual(document.paths['/v1/score'].post.security, [{ apiKey: [] }, { publishableKey: [] }])
  const home = (await send(null, { url: '/', headers: { accept: 'text/html' } })).body
  assert.match(home, /You need an API key to score/)
  assert.doesNotMatch(home, /score-form/)
})
