import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { runCommand } from '../src/commands.ts'
import { startReplica } from './harness.ts'
import {
  type WebhookWorld,
  by,
  emit,
  encryptionKey,
  issueKey,
  minuteMs,
  nothingDone,
  secret,
  startWebhooks,
} from './webhook-world.ts'
import { verifyDelivery } from '../src/webhooks/sign.ts'

const hourMs = 60 * minuteMs

test('subscribing answers the four fields, and so do the reads; the secret is in no answer', async (t) => {
  const { app, holder, receiver, logged, deps } = await startWebhooks(t)
  const ask = by({ app }, holder)
  const endpoint = `${receiver.url}/hook?key=1`
  const events = ['launch.scheduled', 'score.created', 'attestation.published', 'enrollment.created']
  const { status, body, headers } = await ask('POST', '/v1/webhooks', { endpoint, events, secret })
  assert.equal(status, 201)
  assert.match(body.id, /^sub_[0-9a-f]{32}$/)
  assert.deepEqual(body, { id: body.id, endpoint, events, active: true })
  assert.equal(headers['location'], `/v1/webhooks/${body.id}`)
  assert.equal(headers['cache-control'], 'no-store')
  assert.deepEqual((await ask('GET', `/v1/webhooks/${body.id}`)).body, body)
  assert.deepEqual((await ask('GET', '/v1/webhooks')).body, { webhooks: [body], limit: 25, nextCursor: null })
  assert.ok(!logged().includes(secret))
  const [row] = await deps.db.selectFrom('webhook_subscriptions').selectAll().execute()
  assert.ok(!JSON.stringify(row).includes(secret), 'nor in the database')
})

test('unsubscribing ends it: nothing more is sent, the subscription is gone, and gone it stays', async (t) => {
  const { app, holder, subscribe, deps, tick, receiver } = await startWebhooks(t)
  const ask = by({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  assert.equal((await ask('DELETE', `/v1/webhooks/${id}`)).status, 204)
  await emit(deps)
  assert.deepEqual([await tick(), receiver.arrived.length], [nothingDone, 0])
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
  ] as const)
    assert.equal((await ask(method, `/v1/webhooks/${id}${path}`)).status, 404)
  assert.deepEqual((await ask('GET', '/v1/webhooks')).body.webhooks, [])
})

const good = (url: string) => ({ endpoint: `${url}/hook`, events: ['score.created'], secret })
const refusals: [what: string, over: object, path: string][] = [
  ['no endpoint', { endpoint: undefined }, 'endpoint'],
  ['an endpoint that is none', { endpoint: 'hooks' }, 'endpoint'],
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
  ['a long secret', { secret: 'x'.repeat(513) }, 'secret'],
  ['a secret of half a character', { secret: '1234567\ud800' }, 'secret'],
  ['a field too many', { url: 'https://hooks.example/' }, 'url'],
]
test('a subscription that can’t be is refused by its field', async (t) => {
  const { app, holder, receiver } = await startWebhooks(t)
  for (const [what, over, path] of refusals) {
    const { status, body } = await by({ app }, holder)('POST', '/v1/webhooks', { ...good(receiver.url), ...over })
    assert.deepEqual([status, body.error?.code, body.error?.details?.[0]?.path], [400, 'bad_request', path], what)
  }
})

test('a secret is taken as it is: white space, composed characters and all', async (t) => {
  const { subscribe, deps, tick, receiver, clock } = await startWebhooks(t)
  const odd = ' e\u0301\t8 \n\u0000 '
  await subscribe({ secret: odd })
  await emit(deps)
  await tick()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  const signed = {
    signature: String(headers['x-launchscore-signature']),
    timestamp: String(headers['x-launchscore-timestamp']),
  }
  assert.equal(verifyDelivery({ ...signed, body }, odd, clock.now()), 'good')
})

const uuid = 'ab'.repeat(16)
const routes: ['GET' | 'POST' | 'DELETE', string, object?][] = [
  ['GET', ''],
  ['DELETE', ''],
  ['GET', '/deliveries'],
  ['POST', `/deliveries/dlv_${uuid}/retry`],
  ['POST', '/test'],
  ['POST', '/rotate-secret', { secret: 'another secret' }],
  ['POST', '/resume'],
  ['GET', '/events'],
  ['POST', '/recover', { since: '2026-12-01T11:00:00Z' }],
]
test('another key’s subscription is 404 on every route, like one that never was; without a key it is 401', async (t) => {
  const { app, deps, subscribe, holder, tick } = await startWebhooks(t)
  const id = await subscribe()
  await emit(deps)
  await tick()
  const [delivery] = (await by({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  const stranger = by({ app }, await issueKey(deps))
  for (const [method, path, payload] of routes) {
    const mine = path.replace(`dlv_${uuid}`, delivery.id)
    const theirs = await stranger(method, `/v1/webhooks/${id}${mine}`, payload)
    const nobodys = await stranger(method, `/v1/webhooks/sub_${uuid}${path}`, payload)
    assert.deepEqual([theirs.status, theirs.body], [404, nobodys.body], `${method} ${path}`)
    const anonymous = await by({ app }, {} as never)(method, `/v1/webhooks/${id}${path}`, payload)
    assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, 'unauthorized'], `${method} ${path}`)
  }
  assert.deepEqual((await stranger('GET', '/v1/webhooks')).body.webhooks, [])
  assert.equal((await by({ app }, holder)('GET', `/v1/webhooks/${id}`)).status, 200, 'it is still there')
})

test('a rotated key has the subscriptions of the key before it (D39)', async (t) => {
  const { app, deps, subscribe, holder } = await startWebhooks(t)
  const id = await subscribe()
  const prefix = holder.authorization.slice('Bearer '.length, 'Bearer '.length + 17)
  const { stdout } = await runCommand(deps, ['keys', 'rotate', prefix, '--json'])
  const successor = { authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
  assert.equal((await by({ app }, successor)('GET', `/v1/webhooks/${id}`)).status, 200)
  assert.equal((await by({ app }, successor)('DELETE', `/v1/webhooks/${id}`)).status, 204)
  assert.equal((await by({ app }, holder)('GET', `/v1/webhooks/${id}`)).status, 404)
})

test('subscriptions are listed page by page, the newest first', async (t) => {
  const { app, subscribe, holder } = await startWebhooks(t)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await subscribe())
  const ask = by({ app }, holder)
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

test('after a rotation both secrets sign for 24 hours, then the new one alone (D45)', async (t) => {
  const { app, deps, subscribe, holder, tick, receiver, clock } = await startWebhooks(t)
  const id = await subscribe()
  const { status, body } = await by({ app }, holder)('POST', `/v1/webhooks/${id}/rotate-secret`, {
    secret: 'the new one',
  })
  assert.deepEqual([status, body], [200, { id, previousUntil: '2026-12-02T12:00:00.000Z' }])
  const verdicts = async () => {
    await emit(deps)
    await tick()
    const { headers, body } = receiver.arrived.at(-1) ?? assert.fail('nothing arrived')
    const signature = String(headers['x-launchscore-signature'])
    const timestamp = String(headers['x-launchscore-timestamp'])
    return ['the new one', secret].map((one) => verifyDelivery({ signature, timestamp, body }, one, clock.now()))
  }
  clock.move(24 * hourMs - 1)
  assert.deepEqual(await verdicts(), ['good', 'good'])
  assert.match(
    String(receiver.arrived[0]?.headers['x-launchscore-signature']),
    /^sha256=[0-9a-f]{64},sha256=[0-9a-f]{64}$/,
  )
  clock.move(1)
  assert.deepEqual(await verdicts(), ['good', 'forged'])
})

test('a test event is signed, sent and logged like any other, to this subscription alone', async (t) => {
  const { app, subscribe, holder, tick, receiver } = await startWebhooks(t)
  const id = await subscribe({ endpoint: `${receiver.url}/tested` })
  await subscribe()
  const { status, body } = await by({ app }, holder)('POST', `/v1/webhooks/${id}/test`)
  assert.deepEqual([status, body.state, body.event, body.attempts], [202, 'pending', 'webhook.test', []])
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 })
  const [arrived] = receiver.arrived
  assert.deepEqual([arrived?.path, arrived?.deliveryId, arrived?.verdict], ['/tested', body.id, 'good'])
  assert.deepEqual(JSON.parse(arrived?.body ?? '').data, { subscriptionId: id })
  assert.deepEqual((await by({ app }, holder)('GET', `/v1/webhooks/${id}/events`)).body.events, [])
})

const inOrder = (list: { deliveryId: string }[]) => list.toSorted((a, b) => a.deliveryId.localeCompare(b.deliveryId))

const feedOf = async ({ app, holder }: Pick<WebhookWorld, 'app' | 'holder'>, id: string, query = '') =>
  (await by({ app }, holder)('GET', `/v1/webhooks/${id}/events${query}`)).body

test('the feed has the events of a subscription with the ids and bytes of the push, and goes on where it was left', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe, tick, receiver } = world
  await emit(deps)
  const id = await subscribe({ events: ['score.created', 'launch.scheduled'] })
  assert.deepEqual(await feedOf(world, id), { events: [], limit: 25, cursor: null, nextCursor: null })
  const scoreRequestId = deps.random.uuid()
  const scheduled = {
    event: 'launch.scheduled',
    data: { scoreRequestId, scheduledFor: null, updatedAt: 'now' },
  } as const
  for (const event of [{}, scheduled, {}, { event: 'enrollment.created' as const }, {}]) await emit(deps, event)
  await tick()
  const pushed = receiver.arrived.map(({ deliveryId, body, event }) => ({ deliveryId, event, body }))
  const first = await feedOf(world, id, '?limit=2')
  assert.deepEqual(
    first.events.map(({ event }: { event: string }) => event),
    ['score.created', 'launch.scheduled'],
  )
  assert.equal(first.nextCursor, first.cursor)
  const rest = await feedOf(world, id, `?cursor=${first.cursor}`)
  assert.deepEqual([rest.events.length, rest.nextCursor], [2, null])
  assert.deepEqual(inOrder([...first.events, ...rest.events]), inOrder(pushed))
  const later = await feedOf(world, id, `?cursor=${rest.cursor}`)
  assert.deepEqual([later.events, later.cursor], [[], rest.cursor], 'the end is a place to go on from')
  await emit(deps)
  assert.equal((await feedOf(world, id, `?cursor=${rest.cursor}`)).events.length, 1)
})

test('an event whose transaction ends late is not passed over by who reads the feed meanwhile', async (t) => {
  const world = await startWebhooks(t)
  const { deps, subscribe } = world
  if (!process.env['TEST_DATABASE_URL']) return // embedded there is one connection: nothing ends late
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
  const meanwhile = await feedOf(world, id)
  assert.deepEqual(meanwhile.events, [], 'what came after it waits for it')
  end.resolve()
  await late
  assert.equal((await feedOf(world, id)).events.length, 2)
})

test('recover sends anew what failed since a time, and nothing else', async (t) => {
  let status = 404
  const { app, deps, subscribe, holder, tick, clock, receiver } = await startWebhooks(t, { react: () => status })
  const ask = by({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  await tick()
  clock.move(hourMs)
  const since = clock.now().toISOString()
  for (let n = 0; n < 3; n++) await emit(deps)
  await tick()
  status = 200
  await emit(deps)
  await tick()
  const { status: answered, body } = await ask('POST', `/v1/webhooks/${id}/recover`, { since })
  assert.deepEqual([answered, body], [202, { recovered: 3, isComplete: true }])
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 3, delivered: 3 })
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

test('a log is kept for 24 hours from a delivery’s end, an event for seven days, and what waits for as long as it takes', async (t) => {
  let status = 200
  const world = await startWebhooks(t, { react: () => status })
  const { app, deps, subscribe, holder, tick, clock } = world
  const { pruneDeliveries } = await import('../src/webhooks/prune-deliveries.ts')
  const prune = () => pruneDeliveries(deps, new AbortController().signal)
  const listed = async () => (await by({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries.length
  const id = await subscribe()
  await emit(deps)
  await tick()
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
  assert.equal((await feedOf(world, id)).events.length, 1)
  status = 500
  await emit(deps)
  await tick()
  clock.move(8 * 24 * hourMs) // nobody was there to send it
  await prune()
  assert.deepEqual([(await feedOf(world, id)).events.length, await listed()], [1, 1])
  status = 200
  assert.equal((await tick()).delivered, 1)
  await prune()
  assert.deepEqual((await feedOf(world, id)).events, [])
})

test('what was on its way to a subscription that is no more is removed', async (t) => {
  const { app, deps, subscribe, holder } = await startWebhooks(t)
  const { pruneDeliveries } = await import('../src/webhooks/prune-deliveries.ts')
  const [gone, kept] = [await subscribe(), await subscribe()]
  await emit(deps)
  await by({ app }, holder)('DELETE', `/v1/webhooks/${gone}`)
  await pruneDeliveries(deps, new AbortController().signal)
  assert.deepEqual(await deps.db.selectFrom('deliveries').select('subscription_id').execute(), [
    { subscription_id: kept },
  ])
})

test('a key has a hundred subscriptions at most, also when many are made at once', async (t) => {
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
  const payload = good(receiver.url)
  const made = await Promise.all(Array.from({ length: 5 }, () => by({ app }, holder)('POST', '/v1/webhooks', payload)))
  const statuses = Object.groupBy(made, ({ status }) =>
    status === 201 ? 'made' : status === 409 ? 'refused' : 'wrong',
  )
  assert.deepEqual([statuses.made?.length, statuses.refused?.length], [2, 3])
})

test('a server database without ENCRYPTION_KEY: 503 on what needs a secret, the rest is answered (D46)', async (t) => {
  const { deps, subscribe, holder, receiver } = await startWebhooks(t)
  const id = await subscribe()
  const environment = { OUTBOUND_ALLOW: receiver.host }
  const without = await startReplica(t, deps, { environment })
  const ask = by(without, holder)
  const refused = [
    await ask('POST', '/v1/webhooks', good(receiver.url)),
    await ask('POST', `/v1/webhooks/${id}/rotate-secret`, { secret: 'another secret' }),
  ]
  for (const { status, body } of refused) assert.deepEqual([status, body.error.code], [503, 'not_configured'])
  assert.equal((await ask('GET', `/v1/webhooks/${id}`)).status, 200)
})

test('rekey seals every secret under the present key while the service runs, and deliveries go on', async (t) => {
  const { app, deps, subscribe, receiver, holder, clock } = await startWebhooks(t)
  const rotated = await subscribe()
  await by({ app }, holder)('POST', `/v1/webhooks/${rotated}/rotate-secret`, { secret })
  await subscribe()
  const newKey = Buffer.alloc(32, 9).toString('base64')
  const both = { ENCRYPTION_KEY: newKey, ENCRYPTION_KEY_PREVIOUS: encryptionKey, OUTBOUND_ALLOW: receiver.host }
  const renewing = await startReplica(t, deps, { environment: both, clock })
  const rekey = async () => JSON.parse((await runCommand(renewing.deps, ['webhooks', 'rekey', '--json'])).stdout)
  assert.deepEqual(await rekey(), { resealed: 2, current: 0, unreadable: 0 })
  assert.deepEqual(await rekey(), { resealed: 0, current: 2, unreadable: 0 })
  const onlyNew = await startReplica(t, deps, { environment: { ...both, ENCRYPTION_KEY_PREVIOUS: '' }, clock })
  await emit(deps)
  const run = { mostRows: 10, takingMs: 1000, stopped: new AbortController().signal }
  assert.equal((await onlyNew.deps.dispatcher.run(run)).delivered, 2)
  assert.deepEqual(
    receiver.arrived.map(({ verdict }) => verdict),
    ['good', 'good'],
  )
  const onlyOld = await startReplica(t, deps, { environment: { ENCRYPTION_KEY: encryptionKey } })
  const { status, stdout } = await runCommand(onlyOld.deps, ['webhooks', 'rekey'])
  assert.deepEqual([status, /2 could not be read/.test(stdout)], [1, true])
})

test('metrics tell the age of the oldest due delivery, paused ones included, and that the dispatcher lives', async (t) => {
  const { app, deps, subscribe, tick, clock } = await startWebhooks(t, { react: () => 500 })
  const metric = async (pattern: RegExp) => pattern.exec((await by({ app }, {} as never)('GET', '/metrics')).body)?.[1]
  const age = () => metric(/^launchscore_queue_oldest_age_seconds\{queue="webhooks"\} (\S+)$/m)
  await subscribe()
  assert.equal(await age(), '0')
  await emit(deps)
  clock.move(5000)
  assert.ok(Number(await age()) >= 5)
  await tick()
  assert.equal(await age(), '0', 'due in a minute')
  clock.move(61_000)
  assert.equal(await age(), '1', 'due, and paused')
  assert.equal(
    await metric(/^launchscore_sends_total\{queue="webhooks",target="first",outcome="pending"\} (\d+)$/m),
    '1',
  )
  assert.ok(
    Number(await metric(/^launchscore_job_last_success_timestamp_seconds\{job="deliver webhooks"\} (\S+)$/m)) > 0,
  )
  const { rows } = await sql<{ at: Date }>`select beat_at as at from webhook_heartbeat`.execute(deps.db)
  assert.equal(rows.length, 1)
})

test('a tick needs the admin bearer', async (t) => {
  const { app, holder } = await startWebhooks(t)
  assert.equal((await by({ app }, holder)('POST', '/v1/webhooks/dispatch')).status, 401)
  assert.equal((await by({ app }, {} as never)('POST', '/v1/webhooks/dispatch')).status, 401)
})
