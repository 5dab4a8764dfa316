import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../src/main/commands.ts'
import { type DeliveryOutcome, claimDeliveries, recordOutcomes } from '../src/webhooks/delivery-queue-store.ts'
import type { Deps } from '../src/deps.ts'
import { ask as askApp, startReplica } from './world/app.ts'
import { adminBearer, adminToken } from './world/notifying.ts'
import {
  readFeed,
  readSettledFeed,
  untilSettled,
  requestAs,
  emit,
  encryptionKey,
  issueKey,
  minuteMs,
  zeroCounts,
  secret,
  startWebhooks,
} from './world/webhooks.ts'
import { untilLocked } from './world/waiting.ts'
import { queueMissed } from '../src/webhooks/delivery-log-store.ts'
import { findEncryptedSecrets, replaceEncryptedSecrets } from '../src/webhooks/subscription-store.ts'
import { verifyDelivery } from '../src/webhooks/signing.ts'

const hourMs = 60 * minuteMs

test('POST and GET /v1/webhooks: the subscription and its defaults, never the secret', async (t) => {
  const { app, holder, receiver, logged, deps } = await startWebhooks(t)
  const ask = requestAs({ app }, holder)
  const endpoint = `${receiver.url}/hook?key=1`
  const events = ['launch.scheduled', 'score.created', 'attestation.published', 'enrollment.created']
  const { status, body, headers } = await ask('POST', '/v1/webhooks', { endpoint, events, secret })
  assert.equal(status, 201)
  assert.match(body.id, /^sub_[0-9a-f]{32}$/)
  assert.deepEqual(body, {
    id: body.id,
    endpoint,
    events,
    active: true,
    description: null,
    filters: null,
    include: [],
    headerNames: [],
    retryPolicy: 'default',
    format: 'default',
    createdAt: '2026-12-01T12:00:00.000Z',
    pausedUntil: null,
    disabledReason: null,
    lastSuccessAt: null,
    lastFailureAt: null,
  })
  assert.equal(headers['location'], `/v1/webhooks/${body.id}`)
  assert.equal(headers['cache-control'], 'no-store')
  assert.deepEqual((await ask('GET', `/v1/webhooks/${body.id}`)).body, body)
  assert.deepEqual((await ask('GET', '/v1/webhooks')).body, { webhooks: [body], limit: 25, nextCursor: null })
  assert.ok(!logged().includes(secret))
  const [row] = await deps.db.selectFrom('webhook_subscriptions').selectAll().execute()
  assert.ok(!JSON.stringify(row).includes(secret), 'nor in the database')
})

test('the former name of the default is accepted and still stored, and responses have the new one', async (t) => {
  const { app, holder, deps, receiver } = await startWebhooks(t)
  const ask = requestAs({ app }, holder)
  const choices = { retryPolicy: 'specification', format: 'specification' }
  const { status, body } = await ask('POST', '/v1/webhooks', {
    endpoint: `${receiver.url}/hook`,
    events: ['*'],
    secret,
    ...choices,
  })
  assert.deepEqual([status, body.retryPolicy, body.format], [201, 'default', 'default'])
  assert.deepEqual((await ask('GET', `/v1/webhooks/${body.id}`)).body, body)
  const [row] = await deps.db.selectFrom('webhook_subscriptions').select(['retry_policy', 'format']).execute()
  assert.deepEqual(row, { retry_policy: 'specification', format: 'specification' })
})

test('DELETE /v1/webhooks/:id: no more deliveries, and 404 from then on', async (t) => {
  const { app, holder, subscribe, deps, runDispatch, receiver } = await startWebhooks(t)
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  assert.equal((await ask('DELETE', `/v1/webhooks/${id}`)).status, 204)
  await emit(deps)
  assert.deepEqual([await runDispatch(), receiver.arrived.length], [zeroCounts, 0])
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
  ] as const)
    assert.equal((await ask(method, `/v1/webhooks/${id}${path}`)).status, 404)
  assert.deepEqual((await ask('GET', '/v1/webhooks')).body.webhooks, [])
})

const internationalised: [given: string, stored: string][] = [
  ['https://bücher.example/hook', 'https://xn--bcher-kva.example/hook'],
  ['https://例え.example/フック?q=é#ü', 'https://xn--r8jz45g.example/%E3%83%95%E3%83%83%E3%82%AF?q=%C3%A9#%C3%BC'],
  ['https://faß.example', 'https://xn--fa-hia.example/'],
  ['https://hooks.example/a?b=%20', 'https://hooks.example/a?b=%20'],
]
for (const [given, stored] of internationalised)
  test(`POST and PATCH /v1/webhooks: the endpoint ${given} is stored as ${stored}`, async (t) => {
    const { app, holder } = await startWebhooks(t)
    const ask = requestAs({ app }, holder)
    const { status, body } = await ask('POST', '/v1/webhooks', { endpoint: given, events: ['score.created'], secret })
    assert.deepEqual([status, body.endpoint], [201, stored], JSON.stringify(body))
    await ask('PATCH', `/v1/webhooks/${body.id}`, { endpoint: 'https://other.example/' })
    const changed = await ask('PATCH', `/v1/webhooks/${body.id}`, { endpoint: given })
    assert.equal(changed.body.endpoint, stored)
    assert.equal((await ask('GET', `/v1/webhooks/${body.id}`)).body.endpoint, stored)
  })

for (const endpoint of ['https://bü cher.example/', 'https://bücher/', 'https://ⓛocalhost/'])
  test(`POST /v1/webhooks: the endpoint ${endpoint} is refused in words`, async (t) => {
    const { app, holder } = await startWebhooks(t)
    const { status, body } = await requestAs({ app }, holder)('POST', '/v1/webhooks', {
      endpoint,
      events: ['score.created'],
      secret,
    })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /"endpoint"/)
  })

const good = (url: string) => ({ endpoint: `${url}/hook`, events: ['score.created'], secret })
const refusals: [what: string, over: object, path: string][] = [
  ['no endpoint', { endpoint: undefined }, 'endpoint'],
  ['an endpoint that is not a URL', { endpoint: 'hooks' }, 'endpoint'],
  ['plain http', { endpoint: 'http://hooks.example/' }, 'endpoint'],
  ['a private address', { endpoint: 'https://10.0.0.1/' }, 'endpoint'],
  ['a private address in disguise', { endpoint: 'https://0x7f.1/' }, 'endpoint'],
  ['an IPv6 disguise', { endpoint: 'https://[::ffff:127.0.0.1]/' }, 'endpoint'],
  ['a user name', { endpoint: 'https://user@hooks.example/' }, 'endpoint'],
  ['another port', { endpoint: 'https://hooks.example:8443/' }, 'endpoint'],
  ['an endpoint that is too long', { endpoint: `https://hooks.example/${'x'.repeat(2048)}` }, 'endpoint'],
  ['no events', { events: [] }, 'events'],
  ['an event that does not exist', { events: ['score.deleted'] }, 'events.0'],
  ['an event twice', { events: ['score.created', 'score.created'] }, 'events'],
  ['a short secret', { secret: '1234567' }, 'secret'],
  ['a secret of one character', { secret: 'aaaaaaaaaaaa' }, 'secret'],
  ['a secret of four characters', { secret: 'abcdabcdabcdabcd' }, 'secret'],
  ['a long secret', { secret: 'x'.repeat(513) }, 'secret'],
  ['a secret of half a character', { secret: '1234567\ud800' }, 'secret'],
  ['all events and another', { events: ['*', 'score.created'] }, 'events'],
  ['a long description', { description: 'x'.repeat(201) }, 'description'],
  ['a description of two lines', { description: 'a\nb' }, 'description'],
  ['a filter that does not exist', { filters: { band: 'green' } }, 'filters.band'],
  ['a band that does not exist', { filters: { bands: ['blue'] } }, 'filters.bands.0'],
  ['no bands', { filters: { bands: [] } }, 'filters.bands'],
  ['an aggregate above 100', { filters: { minAggregate: 101 } }, 'filters.minAggregate'],
  ['a creator that is not an address', { filters: { creatorAddress: '0x12' } }, 'filters.creatorAddress'],
  [
    'a contract with a wrong checksum',
    { filters: { contractAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('A', 'a') } },
    'filters.contractAddress',
  ],
  ['a retry policy that does not exist', { retryPolicy: 'eager' }, 'retryPolicy'],
  ['a format that does not exist', { format: 'cloudevents' }, 'format'],
  ['a fact that can’t be included', { include: ['imageUrl'], filters: { own: true } }, 'include.0'],
  ['a secret that is not of Standard Webhooks', { format: 'standard-webhooks' }, 'secret'],
  ['a field too many', { url: 'https://hooks.example/' }, 'url'],
]
test('POST /v1/webhooks: 400 names the invalid field', async (t) => {
  const { app, holder, receiver } = await startWebhooks(t)
  for (const [what, over, path] of refusals) {
    const { status, body } = await requestAs({ app }, holder)('POST', '/v1/webhooks', {
      ...good(receiver.url),
      ...over,
    })
    assert.deepEqual([status, body.error?.code, body.error?.details?.[0]?.path], [400, 'bad_request', path], what)
  }
})

test('POST /v1/webhooks: white space and composed characters of a secret are kept', async (t) => {
  const { subscribe, deps, runDispatch, receiver, clock } = await startWebhooks(t)
  const odd = ' e\u0301\t8 \n\u0000 '
  await subscribe({ secret: odd })
  await emit(deps)
  await runDispatch()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  const signed = {
    signature: String(headers['x-launchscore-signature']),
    timestamp: String(headers['x-launchscore-timestamp']),
  }
  assert.equal(verifyDelivery({ ...signed, body }, odd, clock.now()), 'good')
})

const uuid = 'ab'.repeat(16)
const routes: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?][] = [
  ['GET', ''],
  ['PATCH', '', { active: false }],
  ['DELETE', ''],
  ['GET', '/deliveries'],
  ['POST', `/deliveries/dlv_${uuid}/retry`],
  ['POST', '/test'],
  ['POST', '/rotate-secret', { secret: 'another secret' }],
  ['POST', '/resume'],
  ['GET', '/events'],
  ['POST', '/recover', { since: '2026-12-01T11:00:00Z' }],
]
test('every webhook route: 404 for another key’s subscription, 401 without a key', async (t) => {
  const { app, deps, subscribe, holder, runDispatch } = await startWebhooks(t)
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  const [delivery] = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  const stranger = requestAs({ app }, await issueKey(deps))
  for (const [method, path, payload] of routes) {
    const mine = path.replace(`dlv_${uuid}`, delivery.id)
    const theirs = await stranger(method, `/v1/webhooks/${id}${mine}`, payload)
    const nobodys = await stranger(method, `/v1/webhooks/sub_${uuid}${path}`, payload)
    assert.deepEqual([theirs.status, theirs.body], [404, nobodys.body], `${method} ${path}`)
    const anonymous = await requestAs({ app }, {} as never)(method, `/v1/webhooks/${id}${path}`, payload)
    assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, 'unauthorized'], `${method} ${path}`)
  }
  assert.deepEqual((await stranger('GET', '/v1/webhooks')).body.webhooks, [])
  assert.equal((await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}`)).status, 200, 'it is still there')
})

test('a subscription lists and retries no delivery of another subscription', async (t) => {
  const { app, deps, subscribe, runDispatch, holder, clock } = await startWebhooks(t, { react: () => 404 })
  const stranger = await issueKey(deps)
  const [mine, theirs] = [await subscribe(), await subscribe({}, stranger)]
  const readLog = async (id: string, by_ = holder, query = '') =>
    (await requestAs({ app }, by_)('GET', `/v1/webhooks/${id}/deliveries${query}`)).body.deliveries
  await emit(deps)
  assert.equal((await readLog(mine)).length, 1, 'on its way')
  await runDispatch()
  const [log, others] = [await readLog(mine), await readLog(theirs, stranger)]
  assert.deepEqual([log.length, others.length], [1, 1])
  assert.notEqual(log[0].id, others[0].id)
  const retried = await requestAs({ app }, holder)('POST', `/v1/webhooks/${mine}/deliveries/${others[0].id}/retry`)
  assert.equal(retried.status, 404)
  const since = new Date(clock.now().getTime() - 1000).toISOString()
  assert.equal((await requestAs({ app }, holder)('POST', `/v1/webhooks/${mine}/recover`, { since })).body.recovered, 1)
  assert.deepEqual(
    (await readLog(theirs, stranger)).map(({ state }: { state: string }) => state),
    ['failed'],
  )
})

test('a secret that is rotated during rekey stays the new one', async (t) => {
  const { app, deps, subscribe, holder } = await startWebhooks(t)
  const id = await subscribe()
  const before = await findEncryptedSecrets(deps.db, id)
  assert.ok(before)
  await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'another secret of mine' })
  const rotated = await findEncryptedSecrets(deps.db, id)
  assert.equal(await replaceEncryptedSecrets(deps.db, before, { ...before, previousSecret: before.secret }), false)
  assert.deepEqual(await findEncryptedSecrets(deps.db, id), rotated)
  assert.ok(rotated)
  for (const stale of [
    { ...rotated, secret: before.secret },
    { ...rotated, previousSecret: null },
  ])
    assert.equal(await replaceEncryptedSecrets(deps.db, stale, before), false)
})

test('a rotated key owns the subscriptions of its predecessor (D39)', async (t) => {
  const { app, deps, subscribe, holder } = await startWebhooks(t)
  const id = await subscribe()
  const prefix = holder.authorization.slice('Bearer '.length, 'Bearer '.length + 17)
  const { stdout } = await runCommand(deps, ['keys', 'rotate', prefix, '--json'])
  const successor = { authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
  assert.equal((await requestAs({ app }, successor)('GET', `/v1/webhooks/${id}`)).status, 200)
  assert.equal((await requestAs({ app }, successor)('DELETE', `/v1/webhooks/${id}`)).status, 204)
  assert.equal((await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}`)).status, 404)
})

test('GET /v1/webhooks: pages, the newest first', async (t) => {
  const { app, subscribe, holder } = await startWebhooks(t)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await subscribe())
  const ask = requestAs({ app }, holder)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await ask('GET', `/v1/webhooks?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.webhooks.map((one: { id: string }) => one.id))
    cursor = body.nextCursor
  }
  assert.deepEqual(seen, ids)
  for (const query of ['limit=0', 'limit=51', 'limit=1e1', 'cursor=x'])
    assert.equal((await ask('GET', `/v1/webhooks?${query}`)).status, 400, query)
})

const rotationReceivers: [holds: string, arrivals: number[], verdicts: string[]][] = [
  ['the new secret', [1], ['good']],
  ['the old secret', [2], ['forged', 'good']],
]
for (const [holds, [arrivals], verdicts] of rotationReceivers)
  test(`a rotated subscription delivers at once to a receiver with ${holds} (D65)`, async (t) => {
    const next = 'the new secret of mine'
    const { app, deps, subscribe, holder, runDispatch, receiver, clock } = await startWebhooks(t, {
      secretOfReceiver: holds === 'the new secret' ? next : secret,
    })
    const id = await subscribe()
    const { status, body } = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, {
      secret: next,
    })
    assert.deepEqual([status, body], [200, { id, previousUntil: '2026-12-02T12:00:00.000Z' }])
    clock.move(24 * hourMs - 1)
    await emit(deps)
    assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
    assert.equal(receiver.arrived.length, arrivals)
    assert.deepEqual(
      receiver.arrived.map(({ verdict }) => verdict),
      verdicts,
    )
    for (const { headers } of receiver.arrived)
      assert.match(String(headers['x-launchscore-signature']), /^sha256=[0-9a-f]{64}$/)
    assert.equal(new Set(receiver.arrived.map(({ deliveryId, body }) => deliveryId + body)).size, 1)
    const { deliveries } = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body
    assert.deepEqual([deliveries[0].attempts.length, deliveries[0].attempts[0].status], [1, 200])
  })

test('a rotation that is sent twice keeps the secret that the receiver still holds', async (t) => {
  const { app, deps, subscribe, holder, runDispatch, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  const rotate = () => requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'the new one' })
  const first = await rotate()
  clock.move(hourMs)
  assert.deepEqual((await rotate()).body, first.body)
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['forged', 'good'],
  )
})

test('24 hours after a rotation the old secret signs no more', async (t) => {
  const { app, deps, subscribe, holder, runDispatch, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'the new one' })
  clock.move(24 * hourMs)
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, failed: 1 })
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['forged'],
  )
})

for (const status of [401, 403, 400, 500] as const)
  test(`a receiver that answers ${status} during a rotation gets ${status < 402 || status === 403 ? 'two requests' : 'one request'}`, async (t) => {
    const { app, deps, subscribe, holder, runDispatch, receiver } = await startWebhooks(t, { react: () => status })
    const id = await subscribe()
    const rotate = `/v1/webhooks/${id}/rotate-secret`
    await requestAs({ app }, holder)('POST', rotate, { secret: 'the one in between' })
    await requestAs({ app }, holder)('POST', rotate, { secret }) // which the receiver accepts, and then reacts
    await emit(deps)
    await runDispatch()
    assert.equal(receiver.arrived.length, [401, 403].includes(status) ? 2 : 1)
  })

test('POST …/test: an event for this subscription alone, signed and logged like others', async (t) => {
  const { app, subscribe, holder, runDispatch, receiver } = await startWebhooks(t)
  const id = await subscribe({ endpoint: `${receiver.url}/tested` })
  await subscribe()
  const { status, body } = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/test`)
  assert.deepEqual([status, body.state, body.event, body.attempts], [202, 'pending', 'webhook.test', []])
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  const [arrived] = receiver.arrived
  assert.deepEqual([arrived?.path, arrived?.deliveryId, arrived?.verdict], ['/tested', body.id, 'good'])
  assert.deepEqual(JSON.parse(arrived?.body ?? '').data, { subscriptionId: id })
  assert.deepEqual((await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/events`)).body.events, [])
})

const inOrder = (list: { deliveryId: string }[]) => list.toSorted((a, b) => a.deliveryId.localeCompare(b.deliveryId))

test('GET …/events: the ids and bodies of the deliveries, continued by a cursor', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, runDispatch, receiver } = world
  await emit(deps)
  await untilSettled(deps)
  const id = await subscribe({ events: ['score.created', 'launch.scheduled'] })
  assert.deepEqual(await readFeed(world, id), { events: [], limit: 25, cursor: null, nextCursor: null })
  const scoreRequestId = deps.random.uuid()
  const scheduled = {
    event: 'launch.scheduled',
    data: { scoreRequestId, scheduledFor: null, updatedAt: 'now' },
  } as const
  for (const event of [{}, scheduled, {}, { event: 'enrollment.created' as const }, {}]) await emit(deps, event)
  await runDispatch()
  const pushed = receiver.arrived.map(({ deliveryId, body, event }) => ({ deliveryId, event, body }))
  const first = await readSettledFeed(world, id, '?limit=2')
  assert.deepEqual(
    first.events.map(({ event }: { event: string }) => event),
    ['score.created', 'launch.scheduled'],
  )
  assert.equal(first.nextCursor, first.cursor)
  const rest = await readFeed(world, id, `?cursor=${first.cursor}`)
  assert.deepEqual([rest.events.length, rest.nextCursor], [2, null])
  assert.deepEqual(inOrder([...first.events, ...rest.events]), inOrder(pushed))
  const later = await readFeed(world, id, `?cursor=${rest.cursor}`)
  assert.deepEqual([later.events, later.cursor], [[], rest.cursor], 'the end is a place to go on from')
  await emit(deps)
  assert.equal((await readSettledFeed(world, id, `?cursor=${rest.cursor}`)).events.length, 1)
})

test('GET …/events: nothing before the subscription, even with an older cursor', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe } = world
  const older = await subscribe()
  for (let n = 0; n < 2; n++) await emit(deps)
  const { cursor } = await readSettledFeed(world, older, '?limit=1')
  const newer = await subscribe()
  await emit(deps)
  assert.equal((await readSettledFeed(world, older, `?cursor=${cursor}`)).events.length, 2)
  assert.equal((await readFeed(world, newer, `?cursor=${cursor}`)).events.length, 1)
})

test('GET …/events: an event whose transaction commits late is not skipped', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe } = world
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing ends late')
  const id = await subscribe()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = deps.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    begun.resolve()
    await end.promise
    await emit({
      ...deps,
      db: { transaction: () => ({ execute: (work: (given: unknown) => unknown) => work(tx) }) } as never,
    })
  })
  await begun.promise
  await emit(deps)
  const meanwhile = await readFeed(world, id)
  assert.deepEqual(meanwhile.events, [], 'what came after it waits for it')
  end.resolve()
  await late
  assert.equal((await readSettledFeed(world, id)).events.length, 2)
})

test('POST …/recover: sends the deliveries again that failed since a time', async (t) => {
  let status = 404
  const { app, deps, subscribe, holder, runDispatch, clock, receiver } = await startWebhooks(t, { react: () => status })
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  clock.move(hourMs)
  const since = clock.now().toISOString()
  for (let n = 0; n < 3; n++) await emit(deps)
  await runDispatch()
  status = 200
  await emit(deps)
  await runDispatch()
  const { status: responded, body } = await ask('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([responded, body], [202, { recovered: 3, isComplete: true }])
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 3, delivered: 3 })
  const times = Object.values(Object.groupBy(receiver.arrived, ({ deliveryId }) => deliveryId)).map(
    (all) => all?.length,
  )
  assert.equal(times.join(), '1,2,2,2,1')
  assert.deepEqual((await ask('POST', `/v1/webhooks/${id}/recover`, { since })).body, {
    recovered: 0,
    isComplete: true,
  })
  for (const wrong of ['yesterday', '2026-12-01T12:00:00', '2026-12-01T20:00:00Z', '2026-11-30T12:00:00Z'])
    assert.equal(
      (await ask('POST', `/v1/webhooks/${id}/recover`, { since: wrong })).body.error.details[0].path,
      'since',
    )
})

test('pruning keeps logs for 24 hours, events for seven days and queued deliveries', async (t) => {
  let status = 200
  const world = await startWebhooks(t, { react: () => status })
  const { app, deps, subscribe, holder, runDispatch, clock } = world
  const { pruneDeliveries } = await import('../src/webhooks/retention.ts')
  const prune = () => pruneDeliveries(deps, new AbortController().signal)
  const listed = async () =>
    (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries.length
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  clock.move(24 * hourMs - 1)
  await prune()
  assert.equal(await listed(), 1)
  clock.move(1)
  assert.equal(await listed(), 0)
  for (let n = 0; n < 6; n++) {
    await prune()
    clock.move(8 * hourMs)
  }
  assert.deepEqual(await deps.db.selectFrom('delivery_log').select('id').execute(), [])
  assert.equal((await readSettledFeed(world, id)).events.length, 1)
  status = 500
  await emit(deps)
  await runDispatch()
  clock.move(8 * 24 * hourMs) // no worker ran
  await prune()
  assert.deepEqual([(await readSettledFeed(world, id)).events.length, await listed()], [1, 1])
  status = 200
  assert.equal((await runDispatch()).delivered, 1)
  await prune()
  assert.deepEqual((await readFeed(world, id)).events, [])
})

test('pruning removes the deliveries of deleted subscriptions', async (t) => {
  const { app, deps, subscribe, holder } = await startWebhooks(t)
  const { pruneDeliveries } = await import('../src/webhooks/retention.ts')
  const [gone, kept] = [await subscribe(), await subscribe()]
  await emit(deps)
  await requestAs({ app }, holder)('DELETE', `/v1/webhooks/${gone}`)
  await pruneDeliveries(deps, new AbortController().signal)
  assert.deepEqual(await deps.db.selectFrom('deliveries').select('subscription_id').execute(), [
    { subscription_id: kept },
  ])
})

/** Makes inserts take so long that concurrent requests count the subscriptions before any of them is stored. */
async function lingerInInserts({ db }: Deps): Promise<void> {
  await sql`create or replace function linger() returns trigger language plpgsql as
    'begin perform pg_sleep(0.2); return new; end'`.execute(db)
  await sql`create or replace trigger linger before insert on webhook_subscriptions for each row execute function linger()`.execute(
    db,
  )
}

test('POST /v1/webhooks: 409 after 100 subscriptions, also for concurrent requests', async (t) => {
  const { app, deps, receiver, holder, clock } = await startWebhooks(t)
  const { rows } = await sql<{ owner: string }>`select root_id as owner from api_keys`.execute(deps.db)
  const owner_id = rows[0]?.owner ?? ''
  const others = Array.from({ length: 98 }, (_, n) => ({
    id: `sub_${n}`,
    owner_id,
    endpoint: 'https://hooks.example/',
  }))
  const rest = { events: ['score.created'], secret: 'x', created_at: clock.now() }
  await deps.db
    .insertInto('webhook_subscriptions')
    .values(others.map((row) => ({ ...row, ...rest })))
    .execute()
  await lingerInInserts(deps)
  const payload = good(receiver.url)
  const askFiveTimes = (method: 'GET' | 'POST', body?: object) =>
    Promise.all(Array.from({ length: 5 }, () => requestAs({ app }, holder)(method, '/v1/webhooks', body)))
  await askFiveTimes('GET') // opens the connections, without which the requests run one after the other
  const made = await askFiveTimes('POST', payload)
  const statuses = made.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, 201, 409, 409, 409])
  const other = await issueKey(deps)
  assert.equal(
    (await requestAs({ app }, other)('POST', '/v1/webhooks', payload)).status,
    201,
    'another key has its own hundred',
  )
  await sql`drop function linger cascade`.execute(deps.db)
})

test('without ENCRYPTION_KEY: 503 only on the routes that need a secret (D46)', async (t) => {
  const { deps, subscribe, holder, receiver, runDispatch } = await startWebhooks(t)
  const id = await subscribe()
  const environment = { OUTBOUND_ALLOW: receiver.host, ADMIN_TOKEN: adminToken }
  const without = await startReplica(t, deps, { environment })
  const ask = requestAs(without, holder)
  const refused = [
    await ask('POST', '/v1/webhooks', good(receiver.url)),
    await ask('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'another secret' }),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.error.code], [503, 'not_configured'])
  assert.equal((await ask('GET', `/v1/webhooks/${id}`)).status, 200)
  await emit(deps)
  const dispatch = { method: 'POST', url: '/v1/webhooks/dispatch', headers: adminBearer } as const
  assert.deepEqual((await askApp(without.app, dispatch)).body, zeroCounts, 'it leaves the delivery to other replicas')
  assert.equal((await runDispatch()).delivered, 1)
})

test('webhooks rekey: all secrets change to the current key, and deliveries continue', async (t) => {
  const { app, deps, subscribe, receiver, holder, clock } = await startWebhooks(t)
  const rotated = await subscribe()
  await requestAs({ app }, holder)('POST', `/v1/webhooks/${rotated}/rotate-secret`, { secret })
  await subscribe({ headers: { authorization: 'Bearer of-the-receiver' } })
  const newKey = Buffer.alloc(32, 9).toString('base64')
  const both = { ENCRYPTION_KEY: newKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey, OUTBOUND_ALLOW: receiver.host }
  const renewing = await startReplica(t, deps, { environment: both, clock })
  const rekey = async () => JSON.parse((await runCommand(renewing.deps, ['webhooks', 'rekey', '--json'])).stdout)
  assert.deepEqual(await rekey(), { resealed: 2, current: 0, unreadable: 0 })
  assert.deepEqual(await rekey(), { resealed: 0, current: 2, unreadable: 0 })
  const onlyNew = await startReplica(t, deps, { environment: { ...both, ENCRYPTION_KEY_PREVIOUS: '' }, clock })
  await emit(deps)
  const run = { maxDeliveries: 10, maxMs: 60_000, signal: new AbortController().signal }
  assert.equal((await onlyNew.deps.deliveryWorker.dispatch(run)).delivered, 2)
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good', 'good'],
  )
  const sent = receiver.arrived.map(({ headers }) => headers['authorization'] ?? '')
  assert.deepEqual(new Set(sent), new Set(['', 'Bearer of-the-receiver']))
  const onlyOld = await startReplica(t, deps, { environment: { ENCRYPTION_KEY: encryptionKey } })
  const { status, stderr } = await runCommand(onlyOld.deps, ['webhooks', 'rekey'])
  assert.deepEqual([status, /^2 could not be decrypted.*\n$/.test(stderr)], [1, true])
})

test('GET /metrics: the age of the oldest due delivery, and the worker’s last success', async (t) => {
  const { app, deps, subscribe, runDispatch, clock } = await startWebhooks(t, { react: () => 500 })
  const metric = async (pattern: RegExp) =>
    pattern.exec((await requestAs({ app }, {} as never)('GET', '/metrics')).body)?.[1]
  const age = () => metric(/^launchscore_queue_oldest_age_seconds\{queue="webhooks"\} (\S+)$/m)
  await subscribe()
  assert.equal(await age(), '0')
  await emit(deps)
  clock.move(5000)
  assert.ok(Number(await age()) >= 5)
  await runDispatch()
  assert.equal(await age(), '0', 'due in a minute')
  clock.move(61_000)
  assert.equal(await age(), '1', 'due, and paused')
  assert.equal(
    await metric(/^launchscore_sends_total\{queue="webhooks",target="first",outcome="pending"\} (\d+)$/m),
    '1',
  )
  assert.ok(
    Number(await metric(/^launchscore_job_last_success_timestamp_seconds\{job_name="deliver-webhooks"\} (\S+)$/m)) > 0,
  )
})

test('POST /v1/webhooks/dispatch: 401 without the admin token', async (t) => {
  const { app, holder } = await startWebhooks(t)
  assert.equal((await requestAs({ app }, holder)('POST', '/v1/webhooks/dispatch')).status, 401)
  assert.equal((await requestAs({ app }, {} as never)('POST', '/v1/webhooks/dispatch')).status, 401)
})

/** Subscribes, stores an event that `recover` looks for too, and claims its delivery. */
async function claimMissed(t: TestContext, { lastSuccessAt }: { lastSuccessAt: Date | null }) {
  const world = await startWebhooks(t)
  const { deps, subscribe, clock } = world
  const [id, now] = [await subscribe(), clock.now()]
  await emit(deps)
  const [from, to] = [-minuteMs, minuteMs].map((ms) => new Date(now.getTime() + ms))
  const missed = sql<string>`tstzmultirange(tstzrange(${from}, ${to}))`
  const set = { missed, last_success_at: lastSuccessAt }
  await deps.db.updateTable('webhook_subscriptions').set(set).where('id', '=', id).execute()
  const claim = (until: Date) => {
    const except = { subscriptions: [], owners: [] }
    const perSubscription = { quick: 16, other: 16 }
    const all = { isRetry: false, except, before: null, quick: [], perSubscription, limit: 10 }
    return claimDeliveries(deps.db, { ...all, claim: randomUUID(), now: clock.now(), until })
  }
  const [delivery] = await claim(now)
  assert.ok(delivery)
  const attempt = { startedAt: now.toISOString(), durationMs: 1, status: 200, error: null, answer: null }
  const about = { subscriptionId: id, id: delivery.id, claim: delivery.claim, isRetry: false, since: now }
  const none = { dueAt: null, pausedUntil: null, hasFailed: false }
  const outcome: DeliveryOutcome = { ...about, ...none, state: 'delivered', attempts: [attempt] }
  return { ...world, id, now, claim, outcome }
}

test('POST …/recover: a delivery that ends meanwhile is not queued again', async (t) => {
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing ends meanwhile')
  const { deps, holder, app, id, now, claim, outcome } = await claimMissed(t, {
    lastSuccessAt: new Date('2026-12-01T12:00:00.000Z'), // otherwise the recorder locks the subscription, as `recover` does
  })
  const [recorded, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const recording = deps.db.transaction().execute(async (tx) => {
    await recordOutcomes(tx, [outcome], now)
    recorded.resolve()
    await commit.promise
  })
  await recorded.promise
  const since = new Date(now.getTime() - minuteMs).toISOString()
  const recovering = requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/recover`, { since })
  await untilLocked(deps.db)
  commit.resolve()
  await recording
  const { status, body } = await recovering
  assert.deepEqual([status, body], [202, { recovered: 0, isComplete: true }])
  assert.deepEqual(await claim(now), [])
  const logged = await deps.db.selectFrom('delivery_log').select(['id', 'state']).execute()
  assert.deepEqual(logged, [{ id: outcome.id, state: 'delivered' }])
})

test('POST …/recover: an outcome that waits for the subscription does not deadlock', async (t) => {
  if (!process.env['TEST_DATABASE_URL']) return t.skip('embedded, there is one connection: nothing waits')
  const { deps, id, now, claim, outcome } = await claimMissed(t, { lastSuccessAt: null })
  const { recording, count } = await deps.db.transaction().execute(async (tx) => {
    await sql`select from webhook_subscriptions where id = ${id} for no key update`.execute(tx)
    const recording = recordOutcomes(deps.db, [outcome], now)
    await untilLocked(deps.db)
    const since = new Date(now.getTime() - minuteMs)
    const { count } = await queueMissed(tx, { subscriptionId: id, since, now, limit: 10, allEvents: ['score.created'] })
    return { recording, count }
  })
  await recording
  assert.deepEqual([count, await claim(now)], [0, []])
  const logged = await deps.db.selectFrom('delivery_log').select('id').execute()
  assert.deepEqual(logged, [{ id: outcome.id }])
})

test('a delivery that is in the queue and in the log: its outcome is recorded', async (t) => {
  const { deps, now, claim, outcome } = await claimMissed(t, { lastSuccessAt: null })
  await recordOutcomes(deps.db, [outcome], now)
  await sql`insert into deliveries (subscription_id, id, event_id, due_at, created_at)
    select subscription_id, id, event_id, created_at, created_at from delivery_log`.execute(deps.db)
  const [again] = await claim(now)
  await recordOutcomes(deps.db, [{ ...outcome, claim: again?.claim ?? '' }], now)
  assert.deepEqual(await claim(now), [])
  const logged = await deps.db.selectFrom('delivery_log').select(['id', 'attempts']).execute()
  assert.deepEqual(logged, [{ id: outcome.id, attempts: [...outcome.attempts, ...outcome.attempts] }])
})

test('POST …/recover: a failed delivery that is queued doesn’t stop the others', async (t) => {
  const { deps, app, holder, id, now, outcome } = await claimMissed(t, { lastSuccessAt: null })
  await recordOutcomes(deps.db, [{ ...outcome, state: 'failed' }], now)
  await sql`insert into deliveries (subscription_id, id, event_id, due_at, created_at)
    select subscription_id, id, event_id, created_at, created_at from delivery_log`.execute(deps.db)
  const since = new Date(now.getTime() - 1000).toISOString()
  const { status, body } = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([status, body], [202, { recovered: 0, isComplete: true }])
  const queued = await deps.db.selectFrom('deliveries').select('id').execute()
  assert.deepEqual(queued, [{ id: outcome.id }])
})

test('POST …/recover: a failed delivery that two slots of the log have is queued once', async (t) => {
  const { deps, app, holder, id, now, outcome } = await claimMissed(t, { lastSuccessAt: null })
  await recordOutcomes(deps.db, [{ ...outcome, state: 'failed' }], now)
  await sql`insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
    select (slot + 1) % 5, subscription_id, id, event_id, state, attempts, created_at, ended_at from delivery_log`.execute(
    deps.db,
  )
  const since = new Date(now.getTime() - 1000).toISOString()
  const { status, body } = await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([status, body], [202, { recovered: 1, isComplete: true }])
})

test('POST …/recover: 429 after 10,000 deliveries of a subscription in an hour', async (t) => {
  const { app, deps, clock, subscribe, holder } = await startWebhooks(t)
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  await sql`insert into outbox (id, event, body, created_at) values ('evt_1', 'score.created', '{}', ${clock.now()})`.execute(
    deps.db,
  )
  await sql`insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
    select 0, ${id}, 'dlv_' || lpad(n::text, 32, '0'), 'evt_1', 'failed', '[]', ${clock.now()}, ${clock.now()}
    from generate_series(1, 10001) as n`.execute(deps.db)
  const since = new Date(clock.now().getTime() - 1000).toISOString()
  const recover = () => ask('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual((await recover()).body, { recovered: 10_000, isComplete: false })
  const refused = await recover()
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit'])
  assert.equal(refused.headers['retry-after'], '3600')
  clock.move(hourMs)
  assert.deepEqual((await recover()).body, { recovered: 1, isComplete: true })
})

test('POST …/recover: 429 after 30,000 deliveries of a key in an hour', async (t) => {
  const { app, deps, clock, subscribe, holder } = await startWebhooks(t)
  const stranger = await issueKey(deps)
  const spent = [await subscribe(), await subscribe(), await subscribe()]
  const [mine, theirs] = [await subscribe(), await subscribe({}, stranger)]
  const set = { recovered: 10_000, recovered_since: clock.now() }
  await deps.db.updateTable('webhook_subscriptions').set(set).where('id', 'in', spent).execute()
  const since = new Date(clock.now().getTime() - 1000).toISOString()
  const recover = (id: string, by_ = holder) => requestAs({ app }, by_)('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.equal((await recover(mine)).status, 429)
  assert.equal((await recover(theirs, stranger)).status, 202)
})

test('POST …/recover: concurrent recoveries of a key share its 30,000 an hour', async (t) => {
  const { app, deps, clock, subscribe, holder } = await startWebhooks(t)
  const now = clock.now()
  for (const recovered of [10_000, 10_000, 9000]) {
    const id = await subscribe()
    const set = { recovered, recovered_since: now }
    await deps.db.updateTable('webhook_subscriptions').set(set).where('id', '=', id).execute()
  }
  const ids = [await subscribe(), await subscribe(), await subscribe(), await subscribe()]
  await sql`insert into outbox (id, event, body, created_at) values ('evt_1', 'score.created', '{}', ${now})`.execute(
    deps.db,
  )
  await sql`insert into delivery_log (slot, subscription_id, id, event_id, state, attempts, created_at, ended_at)
    select 0, id, 'dlv_' || md5(id || n), 'evt_1', 'failed', '[]', ${now}, ${now}
    from unnest(${ids}::text[]) as id, generate_series(1, 1000) as n`.execute(deps.db)
  const since = new Date(now.getTime() - 1000).toISOString()
  const recover = (id: string) => requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/recover`, { since })
  const responses = await Promise.all(ids.map(recover))
  assert.equal(responses.filter(({ status }) => status === 429).length, 3)
  assert.equal(responses.find(({ status }) => status === 202)?.body.recovered, 1000)
})
