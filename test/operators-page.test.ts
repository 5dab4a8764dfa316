import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { AdminIncident } from '../contract/schemas/incident.ts'
import { createProcessCounts, rollUpActivity } from '../src/activity/roll-up.ts'
import { runCommand } from '../src/main/commands.ts'
import { type AppOptions, ask, startApp, startWorld } from './world/app.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import { seedScore } from './world/seed.ts'
import { handClock, until } from './world/waiting.ts'
import { emit, startWebhooks } from './world/webhooks.ts'

const start = '2026-12-01T12:30:00.000Z'
const reader = { authorization: 'Bearer canary-token-of-a-reader-of-pages' }
const creatorAddress = `0xa11ce${'0'.repeat(34)}1`

async function startOperators(t: TestContext, options: AppOptions = {}) {
  const clock = handClock(start)
  const environment = {
    ...options.world?.environment,
    ...options.environment,
    ADMIN_TOKEN: `alice:${adminToken},bob:ro:canary-token-of-a-reader-of-pages`,
  }
  const started = await startApp(t, { ...options, environment, clock })
  const send = (method: 'GET' | 'POST', path: string, payload?: object, headers: object = adminBearer) =>
    ask(started.app, { method, url: `/v1/admin/${path}`, headers: { ...headers }, ...(payload && { payload }) })
  const get = async (path: string) => {
    const { status, body, headers } = await send('GET', path)
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], `${path}: ${JSON.stringify(body)}`)
    return body
  }
  return { ...started, clock, send, get }
}

const outage = { title: 'Scoring fails', body: 'Every score ends with 502.', impact: 'major' }

test('an incident is opened, updated and resolved over HTTP, with the operator’s name', async (t) => {
  const { deps, send, get, clock, logged } = await startOperators(t)
  const opened = await send('POST', 'incidents', outage)
  assert.equal(opened.status, 201)
  const { id } = opened.body as AdminIncident
  clock.move(1000)
  const updated = await send('POST', `incidents/${id}/updates`, { body: 'The provider is down.\nWe wait.' })
  clock.move(1000)
  const resolved = await send('POST', `incidents/${id}/resolve`, {})
  assert.deepEqual([updated.status, resolved.status], [201, 200])
  const actor = 'alice'
  assert.deepEqual(resolved.body, {
    id,
    title: outage.title,
    impact: 'major',
    openedAt: start,
    resolvedAt: '2026-12-01T12:30:02.000Z',
    updates: [
      { kind: 'opened', body: outage.body, actor, postedAt: start },
      { kind: 'updated', body: 'The provider is down.\nWe wait.', actor, postedAt: '2026-12-01T12:30:01.000Z' },
      { kind: 'resolved', body: 'Resolved.', actor, postedAt: '2026-12-01T12:30:02.000Z' },
    ],
  })
  assert.deepEqual(await get('incidents'), { incidents: [resolved.body], limit: 25, nextCursor: null })
  const changes = [...logged().matchAll(/"operator":"alice","incidentId":"([^"]+)","kind":"(\w+)"/g)]
  assert.deepEqual(
    changes.map(([, of, kind]) => [of, kind]),
    ['opened', 'updated', 'resolved'].map((kind) => [id, kind]),
  )
  const listed = await runCommand(deps, ['incident', 'list', '--json'])
  assert.ok(!listed.stdout.includes(actor), 'the public is not told who')
})

test('POST /v1/admin/incidents: 400 names the field, and nothing is stored', async (t) => {
  const { send, get } = await startOperators(t)
  const wrong: [object, string][] = [
    [{ ...outage, title: '' }, 'title'],
    [{ ...outage, title: 'two\nlines' }, 'title'],
    [{ ...outage, title: '\u200b' }, 'title'],
    [{ ...outage, title: 'x'.repeat(121) }, 'title'],
    [{ ...outage, body: 'a\u202eb' }, 'body'],
    [{ ...outage, body: 'x'.repeat(5001) }, 'body'],
    [{ title: 'x' }, 'body'],
    [{ ...outage, impact: 'huge' }, 'impact'],
    [{ ...outage, severity: 'minor' }, 'severity'],
  ]
  for (const [payload, field] of wrong) {
    const { status, body } = await send('POST', 'incidents', payload)
    assert.deepEqual([status, body.error.details[0].path], [400, field], JSON.stringify(body))
  }
  assert.deepEqual((await get('incidents')).incidents, [])
  const { body } = await send('POST', 'incidents', { title: 'x', body: 'y' })
  assert.equal(body.impact, 'minor')
  for (const path of ['updates', 'resolve']) {
    const refused = await send('POST', `incidents/${body.id}/${path}`, { body: ' ' })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'body'], path)
  }
})

test('an unknown incident is 404, and a resolved one 409, for updates and resolutions', async (t) => {
  const { send, get } = await startOperators(t)
  const paths = ['updates', 'resolve']
  for (const path of paths) {
    const { status, body } = await send('POST', `incidents/019a0000-0000-7000-8000-000000000000/${path}`, { body: 'x' })
    assert.deepEqual([status, body.error.code], [404, 'not_found'], path)
    assert.equal((await send('POST', `incidents/x/${path}`, { body: 'x' })).status, 400)
  }
  const { body: incident } = await send('POST', 'incidents', outage)
  await send('POST', `incidents/${incident.id}/resolve`, {})
  for (const path of paths) {
    const { status, body } = await send('POST', `incidents/${incident.id}/${path}`, { body: 'x' })
    assert.deepEqual([status, body.error.code], [409, 'conflict'], path)
  }
  assert.equal((await get('incidents')).incidents[0].updates.length, 2)
})

test('GET /v1/admin/incidents: pages have each incident once, the newest first', async (t) => {
  const { send, get, clock } = await startOperators(t)
  for (let n = 0; n < 5; n += 1) {
    await send('POST', 'incidents', { ...outage, title: `No. ${n}` })
    if (n % 2 === 0) clock.move(1000)
  }
  const titles: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await get(`incidents?limit=2${cursor && `&cursor=${cursor}`}`)
    titles.push(...page.incidents.map(({ title }: AdminIncident) => title))
    cursor = page.nextCursor
  }
  assert.deepEqual(titles.toSorted(), ['No. 0', 'No. 1', 'No. 2', 'No. 3', 'No. 4'])
  assert.equal(titles.at(-1), 'No. 0')
})

test('GET /v1/admin/incidents: `state` lists the unresolved or the resolved ones', async (t) => {
  const { send, get } = await startOperators(t)
  const opened = []
  for (const title of ['First', 'Second', 'Third'])
    opened.push((await send('POST', 'incidents', { ...outage, title })).body)
  await send('POST', `incidents/${opened[1].id}/resolve`, {})
  const listTitles = async (query: string) =>
    (await get(`incidents${query}`)).incidents.map(({ title }: AdminIncident) => title).toSorted()
  assert.deepEqual(await listTitles('?state=open'), ['First', 'Third'])
  assert.deepEqual(await listTitles('?state=resolved'), ['Second'])
  assert.deepEqual(await listTitles(''), ['First', 'Second', 'Third'])
  const { status, body } = await send('GET', 'incidents?state=closed')
  assert.deepEqual([status, body.error.details[0].path], [400, 'state'])
})

const reads = ['hours', 'budgets', 'limited-callers', 'webhooks/failing', 'incidents']
const writes = ['incidents', 'incidents/019a0000-0000-7000-8000-000000000000/updates', 'incidents/x/resolve']

test('a read-only admin token reads the operators’ figures and changes no incident', async (t) => {
  const { send, get } = await startOperators(t)
  for (const path of reads) assert.equal((await send('GET', path, undefined, reader)).status, 200, path)
  for (const path of writes) {
    const { status, body } = await send('POST', path, outage, reader)
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'], path)
    assert.match(body.error.message, /read-only/)
  }
  assert.deepEqual((await get('incidents')).incidents, [])
})

test('nobody else reads or writes any of it, and without ADMIN_TOKEN it is 503', async (t) => {
  const { send } = await startOperators(t)
  const { app } = await startApp(t)
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: adminToken }]) {
    for (const path of reads) assert.equal((await send('GET', path, undefined, headers)).status, 401, path)
    for (const path of writes) assert.equal((await send('POST', path, outage, headers)).status, 401, path)
  }
  for (const path of reads) {
    const { status, body } = await ask(app, { url: `/v1/admin/${path}`, headers: adminBearer })
    assert.deepEqual([status, body.error.code], [503, 'not_configured'], path)
  }
})

test('GET /v1/admin/hours: 24 hours, the same before and after a rollup', async (t) => {
  const { deps, get, clock } = await startOperators(t)
  for (const [hoursAgo, count] of [
    [25, 4],
    [23, 1],
    [2, 3],
    [0, 2],
  ] as const) {
    clock.moveTo(new Date(Date.parse(start) - hoursAgo * 3_600_000).toISOString())
    for (let n = 0; n < count; n += 1) await seedScore(deps, { creatorAddress, hasStubs: n === 0 })
  }
  clock.moveTo(start)
  const { hours } = await get('hours')
  assert.deepEqual(
    [hours.length, hours[0].hour, hours.at(-1).hour],
    [24, '2026-11-30T13:00:00.000Z', '2026-12-01T12:00:00.000Z'],
  )
  const scores = hours.map((one: { scores: number }) => one.scores)
  assert.deepEqual([scores[0], scores[21], scores[23]], [1, 3, 2])
  assert.equal(
    scores.reduce((sum: number, one: number) => sum + one, 0),
    6,
  )
  assert.equal(hours[0].modelCost, null)
  await rollUpActivity(deps)
  assert.deepEqual((await get('hours')).hours, hours)
})

test('GET /v1/admin/hours: each count is added once, and kept when a write fails', async (t) => {
  const { deps, get } = await startOperators(t)
  const { metrics } = deps
  const note = createProcessCounts(deps)
  const last = async () => (await get('hours')).hours.at(-1)
  metrics.serverErrors.inc(2)
  metrics.deliveryAttempts.inc({ outcome: 'delivered' }, 5)
  metrics.deliveryAttempts.inc({ outcome: 'timeout' }, 1)
  metrics.deliveryAttempts.inc({ outcome: 'http_5xx' }, 2)
  await note()
  await note()
  const { errors, delivered, failed, limited } = await last()
  assert.deepEqual([errors, delivered, failed, limited], [2, 5, 3, 0])
  const broken = createProcessCounts({ ...deps, db: undefined as unknown as typeof deps.db })
  await assert.rejects(broken())
  metrics.serverErrors.inc(1)
  await note()
  assert.equal((await last()).errors, 3)
})

test('responses of 500 and more are counted as errors, without those of the probes', async (t) => {
  const { deps, app, get } = await startOperators(t)
  const note = createProcessCounts(deps)
  await ask(app, { method: 'POST', url: '/v1/score/019a0000-0000-7000-8000-000000000000/publish' }) // not configured
  await ask(app, { url: '/nothing' })
  await ask(app, { url: '/ready' })
  await note()
  assert.equal((await get('hours')).hours.at(-1).errors, 1)
})

test('GET /v1/admin/budgets: what the UTC day has used, its limits and its price', async (t) => {
  const world = await startWorld(t)
  const environment = {
    MODEL_DAILY_BUDGET_TOKENS: '1000000',
    MODEL_PRICE_INPUT: '1',
    MODEL_PRICE_OUTPUT: '2',
    SCORE_DAILY_TOTAL: '500',
  }
  const { get, score, clock } = await startOperators(t, { world, environment })
  assert.equal((await score()).status, 201)
  // what a scoring has used is counted behind its response
  await until(async () => (await get('budgets')).budgets[1].used > 0)
  const { budgets, resetsAt } = await get('budgets')
  const [tokens, scores, bytes, ...others] = budgets
  assert.deepEqual(
    [tokens.name, tokens.limit, scores],
    ['model_tokens', 1_000_000, { name: 'scores', used: 1, limit: 500, cost: null }],
  )
  assert.ok(tokens.used > 0 && tokens.cost > tokens.used / 1e6 && tokens.cost < (2 * tokens.used) / 1e6)
  assert.deepEqual([bytes.name, bytes.limit, others], ['stored_bytes', 2_147_483_648, []])
  assert.equal(resetsAt, '2026-12-02T00:00:00.000Z')
  const hour = (await get('hours')).hours.at(-1)
  assert.deepEqual([hour.modelTokens, hour.modelCost], [tokens.used, tokens.cost])
  clock.moveTo(resetsAt)
  const used = (await get('budgets')).budgets.map((one: { used: number }) => one.used)
  assert.deepEqual(used, [0, 0, 0])
})

test('GET /v1/admin/analytics: the model’s cost per score and share of cached tokens', async (t) => {
  const world = await startWorld(t, { model: { useCache: () => ({ read: 406, written: 0 }) } })
  const environment = {
    ...world.environment,
    MODEL_PROVIDER: 'anthropic',
    MODEL_NAME: 'claude-haiku-5-5',
    MODEL_PRICE_INPUT: '1',
    MODEL_PRICE_OUTPUT: '5',
  }
  const { get, score } = await startOperators(t, { world, environment })
  const { model: unused } = (await get('analytics')).windows['24h']
  assert.deepEqual([unused.cost, unused.costPerScore, unused.cachedShare], [0, null, null])
  for (const _ of [1, 2]) assert.equal((await score()).status, 201)
  const { model } = (await get('analytics')).windows['24h']
  const { calls, inputTokens, outputTokens, ...rest } = model
  assert.deepEqual([inputTokens, outputTokens], [calls * 812, calls * 64])
  // a token from the cache costs a tenth
  const cost = (calls * (406 + 40.6 + 5 * 64)) / 1e6
  assert.ok(Math.abs(rest.cost - cost) < calls / 1e6)
  assert.deepEqual(
    { ...rest, cost: null },
    {
      cachedTokens: calls * 406,
      cachedShare: 0.5,
      tokensPerScore: (calls * 876) / 2,
      cost: null,
      costPerScore: rest.cost / 2,
    },
  )
  assert.equal((await get('budgets')).budgets[0].cost, rest.cost)
})

test('GET /v1/admin/status: each provider with its state and latency', async (t) => {
  const bare = await startOperators(t)
  const names = ['model', 'creator', 'risk', 'chain']
  const none = names.map((name) => ({ name, state: 'not_configured', milliseconds: null }))
  assert.deepEqual((await bare.get('status')).providers, none)
  const world = await startWorld(t, { txlist: { findFault: () => 'bad key' } })
  const { get, score } = await startOperators(t, { world })
  for (let n = 0; n < 5; n++) assert.equal((await score()).status, 502)
  const { providers } = await get('status')
  const states = Object.fromEntries(providers.map(({ name, state }: Record<string, string>) => [name, state]))
  assert.deepEqual([states.creator, states.risk, states.chain], ['down', 'ok', 'not_configured'])
  const { milliseconds } = providers.find(({ name }: { name: string }) => name === 'risk')
  assert.ok(milliseconds === null || Number.isInteger(milliseconds))
})

test('GET /v1/admin/limited-callers: networks are masked, and keys show their prefix', async (t) => {
  const { app, deps, get } = await startOperators(t, { elapsedMs: () => 0 })
  const from = async (remoteAddress: string, times: number, headers: object = {}) => {
    for (let n = 0; n < times; n += 1)
      await ask(app, { url: '/api/v1/launches', remoteAddress, headers: { ...headers } })
  }
  await from('203.0.113.7', 65)
  await from('2001:db8:1:2::3', 62)
  const args = ['keys', 'issue', '--tier', 'free', '--label', 'L', '--owner', 'O', '--json']
  const { key, prefix } = JSON.parse((await runCommand(deps, args)).stdout) as { key: string; prefix: string }
  await from('198.51.100.9', 61, { authorization: `Bearer ${key}` })
  const { callers } = await get('limited-callers')
  assert.deepEqual(
    callers.map(({ caller, policy, refused }: Record<string, unknown>) => [caller, policy, refused]),
    [
      ['203.0.113.0/24', 'anonymous', 5],
      ['2001:db8:1::/48', 'anonymous', 2],
      [prefix, 'free', 1],
    ],
  )
  assert.ok(!JSON.stringify(callers).includes('203.0.113.7'))
})

test('GET /v1/admin/webhooks/failing: endpoints without a success, longest first', async (t) => {
  const status = { first: 500, second: 404 }
  const { app, deps, clock, subscribe, runDispatch, receiver } = await startWebhooks(t, {
    react: ({ path }) => (path.startsWith('/first') ? status.first : status.second),
  })
  const failing = async () => {
    const { body } = await ask(app, { url: '/v1/admin/webhooks/failing', headers: adminBearer })
    return body
  }
  const first = await subscribe({ endpoint: `${receiver.url}/first?token=canary` })
  await emit(deps)
  await runDispatch()
  clock.move(60_000)
  const second = await subscribe({ endpoint: `${receiver.url}/second` })
  await emit(deps)
  await runDispatch()
  const { webhooks, hasMore } = await failing()
  assert.deepEqual(
    [webhooks.map(({ id }: { id: string }) => id), hasMore, webhooks[0].endpoint],
    [[first, second], false, `${receiver.url}/first?…`],
  )
  assert.equal(webhooks[0].failingSince, '2026-12-01T12:00:00.000Z')
  assert.ok(webhooks[0].pausedUntil !== null && webhooks[1].pausedUntil === null)
  assert.match(webhooks[0].keyPrefix, /^lsc_live_/)
  assert.ok(!JSON.stringify(webhooks).includes('canary'))
  status.second = 200
  await emit(deps)
  await runDispatch()
  assert.deepEqual(
    (await failing()).webhooks.map(({ id }: { id: string }) => id),
    [first],
  )
})

test('the lists of scores and enrollments are filtered by band, confidence and creator', async (t) => {
  const { deps, get, send } = await startOperators(t)
  const other = `0xb0b${'0'.repeat(36)}2`
  await seedScore(deps, { creatorAddress, points: 80 })
  await seedScore(deps, { creatorAddress, points: 20 })
  await seedScore(deps, { creatorAddress: other, points: 80, hasStubs: true })
  const count = async (query: string) => (await get(`scores?${query}`)).scores.length
  assert.deepEqual(
    [
      await count(''),
      await count('band=green'),
      await count('confidence=final'),
      await count(`creatorAddress=${other}`),
    ],
    [3, 2, 2, 1],
  )
  assert.equal(await count(`band=red&creatorAddress=${other}`), 0)
  assert.deepEqual((await get('enrollments?band=red')).enrollments, [])
  for (const [query, field] of [
    ['band=blue', 'band'],
    ['confidence=sure', 'confidence'],
    ['creatorAddress=0x1', 'creatorAddress'],
  ] as const) {
    const { status, body } = await send('GET', `scores?${query}`)
    assert.deepEqual([status, body.error.details[0].path], [400, field])
  }
})
