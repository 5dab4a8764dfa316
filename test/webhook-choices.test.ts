import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { Event } from '../contract/schemas/event.ts'
import { startWorld } from './world/app.ts'
import {
  readFeed,
  readSettledFeed,
  type WebhookOptions,
  type WebhookWorld,
  emit,
  issueKey,
  minuteMs,
  requestAs,
  secret,
  startWebhooks,
  zeroCounts,
} from './world/webhooks.ts'

const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const creator = '0xa11ce00000000000000000000000000000000001'
const contract = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

async function start(t: TestContext, options: WebhookOptions = {}) {
  const world = await startWebhooks(t, options)
  return { ...world, ask: requestAs(world, world.holder) }
}

/** The paths at which an event arrived, in alphabetical order. */
const listPaths = ({ receiver }: WebhookWorld, since = 0) =>
  receiver.arrived
    .slice(since)
    .map(({ path }) => path)
    .sort()

test('PATCH /v1/webhooks/:id: changes the named fields and leaves the others', async (t) => {
  const { ask, subscribe, receiver } = await start(t)
  const id = await subscribe({ description: 'first' })
  const before = (await ask('GET', `/v1/webhooks/${id}`)).body
  const endpoint = `${receiver.url}/moved`
  const change = {
    endpoint,
    events: ['*'],
    description: ' Caf\u0065\u0301 ',
    filters: { bands: ['red'], creatorAddress: contract },
  }
  const { status, body } = await ask('PATCH', `/v1/webhooks/${id}`, change)
  assert.equal(status, 200)
  const filters = { bands: ['red'], creatorAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }
  assert.deepEqual(body, { ...before, endpoint, events: ['*'], description: 'Caf\u00e9', filters })
  assert.deepEqual((await ask('GET', `/v1/webhooks/${id}`)).body, body)
  const cleared = await ask('PATCH', `/v1/webhooks/${id}`, { description: null, filters: null })
  assert.deepEqual(cleared.body, { ...body, description: null, filters: null })
  assert.deepEqual((await ask('PATCH', `/v1/webhooks/${id}`, {})).body, cleared.body)
})

const refusals: [what: string, change: object, path: string][] = [
  ['a private address', { endpoint: 'https://10.0.0.1/' }, 'endpoint'],
  ['no events', { events: [] }, 'events'],
  ['all events and another', { events: ['*', 'score.created'] }, 'events'],
  ['a wrong contract', { filters: { contractAddress: 'x' } }, 'filters.contractAddress'],
  ['a new secret', { secret }, 'secret'],
  ['another format', { format: 'standard-webhooks' }, 'format'],
  ['an `active` that is not a boolean', { active: 'yes' }, 'active'],
]
test('PATCH /v1/webhooks/:id: 400 names the invalid field, and nothing changes', async (t) => {
  const { ask, subscribe } = await start(t)
  const id = await subscribe({ filters: { minAggregate: 50 }, include: ['name'] })
  const before = (await ask('GET', `/v1/webhooks/${id}`)).body
  for (const [what, change, path] of refusals) {
    const { status, body } = await ask('PATCH', `/v1/webhooks/${id}`, { description: 'x', ...change })
    assert.deepEqual([status, body.error?.details?.[0]?.path], [400, path], what)
  }
  assert.deepEqual((await ask('GET', `/v1/webhooks/${id}`)).body, before)
})

test('PATCH active: false stops deliveries; resume and recover send what was missed', async (t) => {
  const world = await start(t)
  const { ask, subscribe, deps, runDispatch, receiver, clock } = world
  const id = await subscribe()
  await emit(deps) // queued when the subscription is switched off
  const since = clock.now().toISOString()
  const off = (await ask('PATCH', `/v1/webhooks/${id}`, { active: false })).body
  assert.deepEqual([off.active, off.disabledReason], [false, 'owner'])
  clock.move(minuteMs)
  for (let n = 0; n < 3; n++) await emit(deps)
  assert.deepEqual([await runDispatch(), receiver.arrived.length], [zeroCounts, 0])
  for (const [path, payload] of [['/test'], ['/recover', { since }]] as const)
    assert.equal((await ask('POST', `/v1/webhooks/${id}${path}`, payload)).status, 409)
  const [queued] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([queued.state, queued.nextAttemptAt], ['pending', null])
  assert.equal((await readSettledFeed(world, id)).events.length, 4, 'the feed goes on')
  const on = (await ask('PATCH', `/v1/webhooks/${id}`, { active: true })).body
  assert.deepEqual([on.active, on.disabledReason], [true, null])
  await emit(deps)
  assert.equal((await runDispatch()).delivered, 2, 'what was queued before, and what came after')
  const recover = async () => (await ask('POST', `/v1/webhooks/${id}/recover`, { since })).body
  assert.deepEqual(await recover(), { recovered: 3, isComplete: true })
  assert.deepEqual(await recover(), { recovered: 0, isComplete: true })
  assert.equal((await runDispatch()).delivered, 3)
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 5)
  const fed = (await readSettledFeed(world, id)).events.map(({ deliveryId }: { deliveryId: string }) => deliveryId)
  assert.deepEqual(fed.sort(), receiver.arrived.map(({ deliveryId }) => deliveryId).sort())
})

test('POST …/recover: missed events of six days ago, none from before the gap', async (t) => {
  const world = await start(t)
  const { ask, subscribe, deps, runDispatch, clock } = world
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  clock.move(hourMs)
  await ask('PATCH', `/v1/webhooks/${id}`, { active: false })
  const since = new Date(clock.now().getTime() - hourMs).toISOString()
  clock.move(hourMs)
  for (let n = 0; n < 2; n++) await emit(deps)
  clock.move(6 * dayMs)
  await ask('POST', `/v1/webhooks/${id}/resume`)
  assert.deepEqual((await ask('POST', `/v1/webhooks/${id}/recover`, { since })).body, {
    recovered: 2,
    isComplete: true,
  })
  assert.equal((await runDispatch()).delivered, 2)
  const again = await ask('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([again.status, again.body.error.details[0].path], [400, 'since'], 'nothing is left of the gap')
})

test('POST …/recover: 100 gaps of the past week are recovered in one request', async (t) => {
  const { ask, subscribe, deps, clock } = await start(t)
  const id = await subscribe()
  const since = clock.now().toISOString()
  clock.move(hourMs)
  for (let n = 0; n < 100; n++) {
    await ask('PATCH', `/v1/webhooks/${id}`, { active: false })
    if (n % 10 === 0) await emit(deps)
    clock.move(minuteMs)
    await ask('POST', `/v1/webhooks/${id}/resume`)
    clock.move(5 * minuteMs)
  }
  clock.move(2 * dayMs)
  const { status, body } = await ask('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([status, body], [202, { recovered: 10, isComplete: true }])
})

test('an endpoint that changes while deliveries wait receives them at its new address', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const world = await start(t, { react: ({ path }) => (path === '/hook' ? released : 200) })
  const { ask, subscribe, deps, runDispatch, receiver } = world
  const id = await subscribe()
  for (let n = 0; n < 10; n++) await emit(deps)
  const dispatching = runDispatch()
  await receiver.until(2) // as many as a new subscription may have in flight
  await ask('PATCH', `/v1/webhooks/${id}`, { endpoint: `${receiver.url}/moved` })
  release(200)
  await dispatching
  await runDispatch()
  const moved = listPaths(world).filter((path) => path === '/moved').length
  // without notifications, as on this test's database, a change counts for what is claimed after it
  assert.ok(receiver.arrived.length === 10 && moved >= 0)
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 10)
  await emit(deps)
  await runDispatch()
  assert.equal(receiver.arrived.at(-1)?.path, '/moved')
})

test('filters: a subscription receives only events about scores that match all of them', async (t) => {
  const world = await startWorld(t)
  const started = await start(t, { world })
  const { subscribe, score, runDispatch, deps, receiver } = started
  const { body: made } = await score({ contractAddress: contract })
  const { aggregate, band } = made
  const filters: Record<string, [filters: object, isMatch: boolean]> = {
    all: [{}, true],
    band: [{ bands: [band] }, true],
    otherBand: [{ bands: ['green', 'amber', 'red'].filter((other) => other !== band) }, false],
    creator: [{ creatorAddress: creator }, true],
    otherCreator: [{ creatorAddress: contract }, false],
    contract: [{ contractAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }, true],
    otherContract: [{ contractAddress: creator }, false],
    enough: [{ minAggregate: aggregate }, true],
    tooMuch: [{ minAggregate: aggregate + 0.01 }, false],
    both: [{ bands: [band], creatorAddress: creator, contractAddress: contract, minAggregate: 1 }, true],
    oneWrong: [{ bands: [band], creatorAddress: contract }, false],
  }
  const ids: Record<string, string> = {}
  for (const [name, [given]] of Object.entries(filters))
    ids[name] = await subscribe({ endpoint: `${receiver.url}/${name}`, events: ['*'], filters: given })
  const matching = Object.keys(filters).filter((name) => filters[name]?.[1])
  const expected = matching.map((name) => `/${name}`).sort()
  await score({ contractAddress: contract })
  const scoreRequestId = made.id as string
  const later: Event = { event: 'launch.scheduled', data: { scoreRequestId, scheduledFor: null, updatedAt: 'now' } }
  await emit(deps, later)
  await emit(deps, { event: 'score.created' }) // about a score that is not stored
  await runDispatch()
  assert.deepEqual(listPaths(started), [...expected, ...expected, '/all'].sort())
  for (const [name, id] of Object.entries(ids)) {
    const { events } = await readSettledFeed(started, id)
    const expectedEvents = matching.includes(name) ? 2 : 0
    assert.equal(events.length, name === 'all' ? 3 : expectedEvents, `the feed of ${name}`)
  }
})

test('filters: a feed with a filter that matches little is read on in bounded steps', async (t) => {
  const started = await start(t, { world: await startWorld(t) })
  const { subscribe, score, deps, clock } = started
  const id = await subscribe({ filters: { creatorAddress: creator } })
  await sql`insert into outbox (id, event, body, created_at)
    select 'evt_' || lpad(n::text, 32, '0'), 'score.created', '{}', ${clock.now()} from generate_series(1, 2500) as n`.execute(
    deps.db,
  )
  await score()
  const seen: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const page = await readSettledFeed(started, id, `?limit=50${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.events.map(({ deliveryId }: { deliveryId: string }) => deliveryId))
    cursor = page.nextCursor
  }
  assert.deepEqual([seen.length, pages], [1, 3])
})

test('own: only events about scores that the subscription’s key lineage asked for', async (t) => {
  const started = await start(t, { world: await startWorld(t) })
  const { subscribe, score, runDispatch, receiver, deps, holder } = started
  const stranger = await issueKey(deps)
  await subscribe({ endpoint: `${receiver.url}/mine`, filters: { own: true } })
  await subscribe({ endpoint: `${receiver.url}/theirs`, filters: { own: true } }, stranger)
  await score({}, { ...holder })
  await score()
  await runDispatch()
  assert.deepEqual(listPaths(started), ['/mine'])
})

test('an event with an audience reaches its owner’s subscriptions and feeds alone', async (t) => {
  const started = await start(t)
  const { subscribe, deps, runDispatch, receiver } = started
  const stranger = await issueKey(deps)
  const mine = await subscribe({ endpoint: `${receiver.url}/mine` })
  const theirs = await subscribe({ endpoint: `${receiver.url}/theirs` }, stranger)
  const { owner_id: audienceId } = await deps.db
    .selectFrom('webhook_subscriptions')
    .select('owner_id')
    .where('id', '=', mine)
    .executeTakeFirstOrThrow()
  await emit(deps, {}, { audienceId })
  await runDispatch()
  assert.deepEqual(listPaths(started), ['/mine'])
  assert.equal((await readSettledFeed(started, mine)).events.length, 1)
  assert.deepEqual((await requestAs(started, stranger)('GET', `/v1/webhooks/${theirs}/events`)).body.events, [])
})

test('"*" selects all events, and the feed has them all', async (t) => {
  const started = await start(t)
  const { subscribe, deps, runDispatch, receiver } = started
  const id = await subscribe({ events: ['*'] })
  const data = { scoreRequestId: deps.random.uuid(), scheduledFor: null, updatedAt: 'now' }
  const others = ['enrollment.created', 'attestation.published', 'launch.scheduled'] as const
  await emit(deps)
  for (const event of others) await emit(deps, { event, data } as never)
  await runDispatch()
  assert.deepEqual(receiver.arrived.map(({ event }) => event).sort(), ['score.created', ...others].sort())
  assert.equal((await readSettledFeed(started, id)).events.length, 4)
})

test('GET …/events?order=newest: the last events, and a cursor for what comes later', async (t) => {
  const started = await start(t)
  const { subscribe, deps, ask } = started
  const id = await subscribe()
  assert.deepEqual(await readFeed(started, id, '?order=newest'), {
    events: [],
    limit: 25,
    cursor: null,
    nextCursor: null,
  })
  for (let n = 0; n < 5; n++) await emit(deps)
  const { events: all } = await readSettledFeed(started, id)
  const newest = await readFeed(started, id, '?order=newest&limit=2')
  assert.deepEqual(newest.events, [all[4], all[3]])
  assert.equal(newest.nextCursor, null)
  assert.deepEqual((await readFeed(started, id, `?cursor=${newest.cursor}`)).events, [])
  await emit(deps)
  assert.equal((await readSettledFeed(started, id, `?cursor=${newest.cursor}`)).events.length, 1)
  const both = await ask('GET', `/v1/webhooks/${id}/events?order=newest&cursor=${newest.cursor}`)
  assert.deepEqual([both.status, both.body.error.details[0].path], [400, 'cursor'])
  assert.equal((await ask('GET', `/v1/webhooks/${id}/events?order=last`)).status, 400)
})

const standardSecret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`

test('format standard-webhooks: the headers of that specification, and no others', async (t) => {
  const { subscribe, deps, runDispatch, receiver, clock, ask } = await start(t)
  const { body: made } = await ask('POST', '/v1/webhooks', {
    endpoint: receiver.url,
    events: ['score.created'],
    secret: standardSecret,
    format: 'standard-webhooks',
  })
  assert.equal(made.format, 'standard-webhooks')
  await emit(deps)
  await runDispatch()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  assert.match(String(headers['webhook-id']), /^dlv_[0-9a-f]{32}$/)
  assert.equal(headers['webhook-timestamp'], String(clock.now().getTime() / 1000))
  assert.deepEqual(
    Object.keys(headers).filter((name) => name.startsWith('x-')),
    [],
  )
  assert.deepEqual(Object.keys(JSON.parse(body)), ['id', 'event', 'timestamp', 'data'])
  await subscribe()
  assert.deepEqual(verifyStandard(headers, body, standardSecret, clock.now()), JSON.parse(body))
})

/** Verifies with the library of Standard Webhooks, whose clock is the system's. */
function verifyStandard(headers: object, body: string, key: string, at: Date): unknown {
  const { Date: RealDate } = globalThis
  globalThis.Date = class extends RealDate {
    static override now = () => at.getTime()
  } as DateConstructor
  try {
    return new Webhook(key).verify(body, headers as Record<string, string>)
  } finally {
    globalThis.Date = RealDate
  }
}

test('format standard-webhooks: during a rotation one header has both signatures', async (t) => {
  const { subscribe, deps, runDispatch, receiver, clock, ask } = await start(t)
  const id = await subscribe({ secret: standardSecret, format: 'standard-webhooks' })
  const next = `whsec_${Buffer.alloc(24, 'other').toString('base64')}`
  assert.equal((await ask('POST', `/v1/webhooks/${id}/rotate-secret`, { secret })).status, 400)
  assert.equal((await ask('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: next })).status, 200)
  await emit(deps)
  await runDispatch()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  assert.equal(receiver.arrived.length, 1)
  assert.match(String(headers['webhook-signature']), /^v1,\S+ v1,\S+$/)
  for (const one of [standardSecret, next]) assert.ok(verifyStandard(headers, body, one, clock.now()))
})

for (const key of [
  'whsec_',
  'whsec_AAAA',
  `whsec_${'A'.repeat(33)}`,
  standardSecret.slice(6),
  `whsec_${'A'.repeat(88)}`,
])
  test(`format standard-webhooks: 400 for the secret ${key.slice(0, 12)} of ${key.length} characters`, async (t) => {
    const { ask, receiver } = await start(t)
    const payload = { endpoint: receiver.url, events: ['*'], secret: key, format: 'standard-webhooks' }
    const { status, body } = await ask('POST', '/v1/webhooks', payload)
    assert.deepEqual([status, body.error.details[0].path], [400, 'secret'])
  })

test('include: the facts of the score in deliveries, all attempts and the feed', async (t) => {
  let status = 302
  const started = await start(t, { world: await startWorld(t), react: () => status })
  const { subscribe, score, deps, runDispatch, receiver, clock } = started
  const id = await subscribe({
    events: ['*'],
    filters: { minAggregate: 0 },
    include: ['symbol', 'creatorAddress', 'name'],
  })
  const { body: made } = await score()
  await runDispatch()
  status = 200
  clock.move(minuteMs)
  await runDispatch()
  const [first, second] = receiver.arrived
  assert.equal(first?.body, second?.body, 'the same bytes')
  const { data } = JSON.parse(first?.body ?? '')
  assert.deepEqual(
    [data.scoreId, data.name, data.symbol, data.creatorAddress],
    [made.id, 'Left Sock', 'SOCK', made.submission.creatorAddress],
  )
  const scheduled = { scoreRequestId: made.id as string, scheduledFor: null, updatedAt: 'now' }
  await emit(deps, { event: 'launch.scheduled', data: scheduled })
  await runDispatch()
  const { name, symbol, creatorAddress } = data
  assert.deepEqual(JSON.parse(receiver.arrived.at(-1)?.body ?? '').data, { ...scheduled, name, symbol, creatorAddress })
  const { events } = await readSettledFeed(started, id)
  assert.deepEqual(
    events.map(({ body }: { body: string }) => body),
    [first?.body, receiver.arrived.at(-1)?.body],
  )
})

test('without include a delivery with a filter has the usual data alone', async (t) => {
  const { subscribe, score, runDispatch, receiver } = await start(t, { world: await startWorld(t) })
  await subscribe({ filters: { minAggregate: 0 } })
  await score()
  await runDispatch()
  const { data } = JSON.parse(receiver.arrived[0]?.body ?? '')
  assert.deepEqual(Object.keys(data), ['scoreId', 'aggregate', 'band', 'hasStubs', 'contractAddress', 'createdAt'])
})

const keyed = (world: WebhookWorld, key: string, payload: object, holder = world.holder) =>
  world.app.inject({
    method: 'POST',
    url: '/v1/webhooks',
    headers: { ...holder, 'idempotency-key': key },
    payload,
  })

test('POST /v1/webhooks: concurrent equal Idempotency-Keys make one subscription', async (t) => {
  const world = await start(t)
  const payload = { endpoint: world.receiver.url, events: ['*'], secret }
  const responses = await Promise.all(Array.from({ length: 5 }, () => keyed(world, 'one', payload)))
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 200, 200, 200, 201],
  )
  assert.equal(new Set(responses.map((response) => response.json().id)).size, 1)
  for (const { statusCode, headers } of responses) {
    assert.equal(headers['idempotent-replayed'], statusCode === 200 ? 'true' : undefined)
    assert.match(String(headers['location']), /^\/v1\/webhooks\/sub_/)
  }
  assert.equal((await world.ask('GET', '/v1/webhooks')).body.webhooks.length, 1)
})

test('POST /v1/webhooks with a used Idempotency-Key: 409 for another body or secret', async (t) => {
  const world = await start(t)
  const payload = { endpoint: world.receiver.url, events: ['*'], secret }
  const made = await keyed(world, 'one', payload)
  for (const other of [{ events: ['score.created'] }, { secret: 'another secret of mine' }]) {
    const response = await keyed(world, 'one', { ...payload, ...other })
    assert.deepEqual([response.statusCode, response.json().error.code], [409, 'conflict'])
  }
  assert.equal((await keyed(world, 'x'.repeat(256), payload)).statusCode, 400)
  const stranger = await issueKey(world.deps)
  assert.equal((await keyed(world, 'one', payload, stranger)).statusCode, 201, 'a stranger’s key is another key')
  await world.ask('DELETE', `/v1/webhooks/${made.json().id}`)
  assert.equal((await keyed(world, 'one', payload)).statusCode, 409, 'its subscription was deleted')
  world.clock.move(dayMs)
  assert.equal((await keyed(world, 'one', payload)).statusCode, 201, 'a day later it is new')
  const rows = await world.deps.db.selectFrom('webhook_idempotency_keys').selectAll().execute()
  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('standard: 429 and 5xx are retried without a pause, and Retry-After is honoured', async (t) => {
  let reaction: number | { status: number; headers: Record<string, string>; body: string } = 503
  const { subscribe, deps, runDispatch, clock, ask } = await start(t, { react: () => reaction })
  const id = await subscribe({ retryPolicy: 'standard' })
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  const getNext = async () => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries[0].nextAttemptAt
  const inSeconds = async () => (Date.parse(await getNext()) - clock.now().getTime()) / 1000
  assert.ok((await inSeconds()) >= 5 && (await inSeconds()) <= 5.5)
  assert.equal((await ask('GET', `/v1/webhooks/${id}`)).body.pausedUntil, null)
  reaction = { status: 429, headers: { 'retry-after': '7200' }, body: '' }
  clock.move(6000)
  assert.equal((await runDispatch()).retried, 1)
  assert.equal(await inSeconds(), 7200)
  reaction = 200
  clock.move(7200_000)
  assert.equal((await runDispatch()).delivered, 1)
})

test('standard: a 410 disables the subscription and tells the owner’s other ones', async (t) => {
  const started = await start(t, { react: ({ path }) => (path === '/gone' ? 410 : 200) })
  const { subscribe, deps, runDispatch, clock, ask, receiver } = started
  const id = await subscribe({ retryPolicy: 'standard', endpoint: `${receiver.url}/gone` })
  const filters = { bands: ['red'], own: true }
  const other = await subscribe({ events: ['enrollment.created'], filters, endpoint: `${receiver.url}/other` })
  await subscribe({ endpoint: `${receiver.url}/stranger`, events: ['*'] }, await issueKey(deps))
  const spare = await subscribe({ endpoint: `${receiver.url}/off` })
  await ask('PATCH', `/v1/webhooks/${spare}`, { active: false })
  await emit(deps)
  await runDispatch()
  await runDispatch()
  const { active, disabledReason } = (await ask('GET', `/v1/webhooks/${id}`)).body
  assert.deepEqual([active, disabledReason], [false, 'gone'])
  const told = receiver.arrived.filter(({ event }) => event === 'webhook.disabled')
  assert.deepEqual(
    told.map(({ path }) => path),
    ['/other'],
  )
  const endpoint = `${receiver.url}/gone`
  const data = { subscriptionId: id, endpoint, disabledReason: 'gone', disabledAt: clock.now().toISOString() }
  assert.deepEqual(JSON.parse(told[0]?.body ?? '').data, data)
  const { events } = await readSettledFeed(started, other)
  assert.deepEqual(
    events.map(({ event, body }: { event: string; body: string }) => [event, body]),
    [['webhook.disabled', told[0]?.body]],
  )
  const before = receiver.arrived.length
  await emit(deps)
  await runDispatch()
  assert.deepEqual(listPaths(started, before), ['/stranger'])
  await ask('POST', `/v1/webhooks/${id}/resume`)
  await emit(deps)
  await runDispatch()
  await runDispatch()
  assert.deepEqual(listPaths(started, before + 1), ['/gone', '/stranger', '/other'].sort(), 'and it is told again')
})

test('standard: a 410 of a former endpoint leaves the subscription active', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { subscribe, deps, runDispatch, ask, receiver } = await start(t, {
    react: ({ path }) => (path === '/hook' ? released : 200),
  })
  const id = await subscribe({ retryPolicy: 'standard' })
  await emit(deps)
  const dispatching = runDispatch()
  await receiver.until(1)
  await ask('PATCH', `/v1/webhooks/${id}`, { endpoint: `${receiver.url}/moved` })
  release(410)
  await dispatching
  const { active, endpoint } = (await ask('GET', `/v1/webhooks/${id}`)).body
  assert.deepEqual([active, endpoint], [true, `${receiver.url}/moved`])
})

test('default: a 410 ends the delivery, and the subscription stays active', async (t) => {
  const { subscribe, deps, runDispatch, ask } = await start(t, { react: () => 410 })
  const id = await subscribe()
  await emit(deps)
  assert.equal((await runDispatch()).failed, 1)
  assert.equal((await ask('GET', `/v1/webhooks/${id}`)).body.active, true)
})

/** With a subscription under the standard policy; `attempt` delivers an event and returns the subscription. */
async function startStandard(t: TestContext, options: WebhookOptions) {
  const world = await start(t, options)
  const id = await world.subscribe({ retryPolicy: 'standard' })
  const attempt = async () => {
    await emit(world.deps)
    await world.runDispatch()
    return (await world.ask('GET', `/v1/webhooks/${id}`)).body
  }
  return { ...world, id, attempt }
}

test('standard: five days without a success disable the subscription', async (t) => {
  let status = 404
  const { clock, attempt } = await startStandard(t, { react: () => status })
  await attempt()
  clock.move(4 * dayMs)
  status = 200
  await attempt()
  status = 404
  clock.move(2 * dayMs)
  assert.equal((await attempt()).active, true, 'the success ended the first failures')
  clock.move(5 * dayMs - 1)
  assert.equal((await attempt()).active, true)
  clock.move(1)
  const { active, disabledReason } = await attempt()
  assert.deepEqual([active, disabledReason], [false, 'failing'])
})

test('standard: the failures of a former endpoint don’t disable the new one', async (t) => {
  const { id, clock, ask, receiver, attempt } = await startStandard(t, { react: () => 404 })
  await attempt()
  clock.move(6 * dayMs)
  const endpoint = `${receiver.url}/moved`
  await ask('PATCH', `/v1/webhooks/${id}`, { endpoint })
  assert.equal((await attempt()).active, true)
  clock.move(5 * dayMs)
  await ask('PATCH', `/v1/webhooks/${id}`, { endpoint, description: 'The same endpoint' })
  assert.equal((await attempt()).active, false)
})

test('a subscription shows its last successful and its last failed attempt', async (t) => {
  let status = 200
  const { subscribe, deps, runDispatch, clock, ask } = await start(t, { react: () => status })
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  const first = clock.now().toISOString()
  status = 404
  clock.move(hourMs)
  await emit(deps)
  await runDispatch()
  const { lastSuccessAt, lastFailureAt } = (await ask('GET', `/v1/webhooks/${id}`)).body
  assert.deepEqual([lastSuccessAt, lastFailureAt], [first, clock.now().toISOString()])
})
