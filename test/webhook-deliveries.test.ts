import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Deps } from '../src/deps.ts'
import { type WebhookOptions, requestAs, emit, minuteMs, zeroCounts, secret, startWebhooks } from './world/webhooks.ts'
import { verifyDelivery } from '../src/webhooks/signing.ts'
import { until } from './world/waiting.ts'
import { claimDeliveries } from '../src/webhooks/delivery-queue-store.ts'
import type { Attempt, WebhookTick } from '../contract/schemas/delivery.ts'

const limits = { maxDeliveries: 1000, maxMs: 60_000, signal: new AbortController().signal }

test('a delivery has the documented headers, envelope and signature', async (t) => {
  const { deps, receiver, subscribe, runDispatch, clock } = await startWebhooks(t)
  await subscribe()
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  const [arrived] = receiver.arrived
  assert.ok(arrived)
  const { headers, body } = arrived
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['x-launchscore-event'], 'score.created')
  assert.match(String(headers['x-launchscore-delivery']), /^dlv_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  assert.equal(headers['x-launchscore-timestamp'], String(clock.now().getTime() / 1000))
  assert.match(String(headers['x-launchscore-signature']), /^sha256=[0-9a-f]{64}$/)
  assert.equal(arrived.verdict, 'good')
  const { id, event, timestamp, data } = JSON.parse(body)
  assert.match(id, /^evt_[0-9a-f]{32}$/)
  assert.deepEqual([event, timestamp], ['score.created', clock.now().toISOString()])
  assert.deepEqual(Object.keys(data), ['scoreId', 'aggregate', 'band', 'hasStubs', 'contractAddress', 'createdAt'])
  assert.deepEqual(await deps.db.selectFrom('outbox').select('body').execute(), [{ body }])
})

test('the header names contain SERVICE_NAME (D1)', async (t) => {
  const { deps, receiver, subscribe, runDispatch } = await startWebhooks(t, {
    environment: { SERVICE_NAME: 'Service' },
  })
  await subscribe()
  await emit(deps)
  await runDispatch()
  assert.equal(receiver.arrived[0]?.headers['x-service-event'], 'score.created')
})

test('an event is delivered once to each subscription that existed and selected it', async (t) => {
  const { deps, receiver, subscribe, runDispatch } = await startWebhooks(t)
  const one = await subscribe({ endpoint: `${receiver.url}/one` })
  await subscribe({ endpoint: `${receiver.url}/two`, events: ['launch.scheduled', 'score.created'] })
  await subscribe({ endpoint: `${receiver.url}/three`, events: ['enrollment.created'] })
  await emit(deps)
  await subscribe({ endpoint: `${receiver.url}/later` })
  await runDispatch()
  assert.deepEqual(receiver.arrived.map(({ path }) => path).sort(), ['/one', '/two'])
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 2)
  assert.equal(new Set(receiver.arrived.map(({ body }) => body)).size, 1)
  assert.deepEqual(await runDispatch(), zeroCounts)
  assert.ok(one)
})

test('an event of a rolled back transaction is not sent (D43)', async (t) => {
  const { deps, subscribe, runDispatch } = await startWebhooks(t)
  await subscribe()
  const failing = deps.db.transaction().execute(async (tx) => {
    await emit({
      ...deps,
      db: { transaction: () => ({ execute: (work: (given: unknown) => unknown) => work(tx) }) } as never,
    })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.deepEqual(await runDispatch(), zeroCounts)
})

test('retries come after 1, 5, 30 and 120 minutes; the fifth failure is final (D40)', async (t) => {
  const { deps, receiver, subscribe, runDispatch, clock } = await startWebhooks(t, { react: () => 'cut' })
  await subscribe()
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  for (const [n, minutes] of [1, 5, 30, 120].entries()) {
    clock.move(minutes * minuteMs - 1)
    assert.deepEqual(await runDispatch(), zeroCounts, `too early for attempt ${n + 2}`)
    clock.move(1)
    const isLast = minutes === 120
    assert.deepEqual(await runDispatch(), {
      ...zeroCounts,
      claimed: 1,
      retried: isLast ? 0 : 1,
      failed: isLast ? 1 : 0,
    })
  }
  clock.move(24 * 60 * minuteMs)
  assert.deepEqual(await runDispatch(), zeroCounts)
  assert.equal(receiver.arrived.length, 5)
  assert.equal(
    new Set(receiver.arrived.map(({ deliveryId, body }) => deliveryId + body)).size,
    1,
    'same id, same bytes',
  )
  assert.deepEqual(new Set(receiver.arrived.map(({ verdict }) => verdict)), new Set(['good']), 'each signed again')
})

test('a 4xx is final with reason http_4xx, until its owner retries it (D42, D45)', async (t) => {
  let status = 429
  const { deps, receiver, subscribe, runDispatch, clock, holder, app } = await startWebhooks(t, { react: () => status })
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, failed: 1 })
  clock.move(minuteMs)
  assert.deepEqual(await runDispatch(), zeroCounts)
  const [failed] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([failed.state, failed.reason, failed.attempts[0].status], ['failed', 'http_4xx', 429])
  status = 204
  const retried = await ask('POST', `/v1/webhooks/${id}/deliveries/${failed.id}/retry`)
  assert.deepEqual([retried.status, retried.body.state], [202, 'pending'])
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  const [first, second] = receiver.arrived
  assert.deepEqual([second?.deliveryId, second?.body], [first?.deliveryId, first?.body])
  const [delivered] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([delivered.state, delivered.reason], ['delivered', null])
  assert.deepEqual(
    delivered.attempts.map((attempt: { status: number }) => attempt.status),
    [429, 204],
  )
})

test('a 5xx pauses retries, not first attempts, for six hours or until resume (D41)', async (t) => {
  let status = 503
  const { deps, receiver, subscribe, runDispatch, clock, holder, app } = await startWebhooks(t, { react: () => status })
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  const deliveries = async () => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body
  await emit(deps)
  await runDispatch()
  assert.equal((await deliveries()).pausedUntil, '2026-12-01T18:00:00.000Z')
  assert.equal((await deliveries()).deliveries[0].nextAttemptAt, '2026-12-01T18:00:00.000Z')
  clock.moveTo('2026-12-01T17:59:00.000Z')
  assert.deepEqual(await runDispatch(), zeroCounts, 'the repetition waits')
  status = 200
  await emit(deps)
  assert.deepEqual(
    await runDispatch(),
    { ...zeroCounts, claimed: 1, delivered: 1 },
    'the new event’s first attempt goes',
  )
  clock.moveTo('2026-12-01T17:59:59.999Z')
  assert.deepEqual(await runDispatch(), zeroCounts, 'a 2xx has lifted nothing')
  status = 500
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  assert.equal((await deliveries()).pausedUntil, '2026-12-02T00:00:00.000Z', 'renewed')
  clock.moveTo('2026-12-01T18:10:00.000Z')
  assert.deepEqual(await runDispatch(), zeroCounts)
  status = 200
  assert.deepEqual((await ask('POST', `/v1/webhooks/${id}/resume`)).body.id, id)
  assert.deepEqual(
    [(await deliveries()).pausedUntil, await runDispatch()],
    [null, { ...zeroCounts, claimed: 1, delivered: 1 }],
  )
  const [, first] = (await deliveries()).deliveries
  assert.deepEqual(
    first.attempts.map((attempt: { status: number }) => attempt.status),
    [503, 500, 200],
    'waiting has spent no attempt',
  )
  assert.equal(receiver.arrived.length, 4)
})

test('a receiver that hangs, or sends its response byte by byte, is a timeout', async (t) => {
  for (const reaction of ['hang', 'drip'] as const) {
    const { readReason } = await startFailing(t, () => reaction, { deliveryDeadlineMs: 150 })
    assert.deepEqual(await readReason(), ['pending', 'timeout', null], reaction)
  }
})

test('each failure of a receiver has its own reason', async (t) => {
  let reaction: ReturnType<React> = 'cut'
  const trap: string[] = []
  const { receiver, readReason } = await startFailing(t, ({ path }) => {
    if (path === '/trap') trap.push(path)
    return reaction
  })
  assert.deepEqual(await readReason(), ['pending', 'broken', null])
  reaction = 'garbage'
  assert.deepEqual(await readReason(), ['pending', 'broken', null])
  reaction = { status: 307, headers: { location: `${receiver.url}/trap` }, body: '' }
  assert.deepEqual(await readReason(), ['pending', 'redirect', 307])
  assert.deepEqual(trap, [], 'not followed')
  reaction = 'flood'
  assert.deepEqual(await readReason(), ['delivered', null, 200], 'no more than 64 KiB of an answer is read')
  await receiver.close()
  assert.deepEqual(await readReason(), ['pending', 'connect', null])
})

type React = NonNullable<WebhookOptions['react']>

/** A subscription of a receiver that fails, with a reader of the first attempt at a new event. */
async function startFailing(t: TestContext, react: React, config: WebhookOptions['config'] = {}) {
  const { deps, receiver, subscribe, runDispatch, holder, app } = await startWebhooks(t, { config, react })
  const id = await subscribe()
  const readReason = async () => {
    await emit(deps)
    assert.equal((await runDispatch()).claimed, 1)
    const { body } = await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries?limit=1`)
    const [{ attempts, state }] = body.deliveries
    return [state, attempts[0].error, attempts[0].status]
  }
  return { receiver, readReason }
}

test('the log keeps the first KiB of a response as text, without the secret', async (t) => {
  const body = `\u0000you signed with ${secret} ${'é'.repeat(2000)}`
  const { deps, subscribe, runDispatch, holder, app, logged } = await startWebhooks(t, {
    react: () => ({ status: 200, body }),
  })
  const id = await subscribe()
  await emit(deps)
  assert.equal((await runDispatch()).delivered, 1)
  const { body: responded } = await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)
  const [{ answer, durationMs, startedAt }] = responded.deliveries[0].attempts
  assert.match(answer, /^you signed with \[secret\] é+/)
  assert.ok(Buffer.byteLength(answer) <= 1024 + 3)
  assert.ok(Number.isInteger(durationMs))
  assert.equal(startedAt, '2026-12-01T12:00:00.000Z')
  assert.ok(!JSON.stringify(responded).includes(secret) && !logged().includes(secret))
})

test('a claim whose lease ended after 60 s is taken over; it counts as an attempt (D103)', async (t) => {
  const { deps, subscribe, runDispatch, clock, receiver, holder, app } = await startWebhooks(t)
  const id = await subscribe()
  await emit(deps)
  await dieAfterClaim(deps)
  clock.move(minuteMs - 1)
  assert.deepEqual(await runDispatch(), zeroCounts)
  clock.move(1)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
  assert.equal(receiver.arrived.length, 1)
  const [{ attempts }] = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual(
    attempts.map(({ startedAt, error }: Attempt) => [startedAt, error]),
    [
      ['2026-12-01T12:00:00.000Z', 'stopped'],
      ['2026-12-01T12:01:00.000Z', null],
    ],
  )
})

/** As a worker that dies right after its claim. */
async function dieAfterClaim({ db, random, clock }: Deps) {
  const now = clock.now()
  const except = { subscriptions: [], owners: [] }
  const all = { except, before: null, quick: [], perSubscription: { quick: 1, other: 1 }, limit: 1 }
  for (const isRetry of [false, true])
    await claimDeliveries(db, { ...all, isRetry, claim: random.uuid(), now, until: new Date(now.getTime() + minuteMs) })
}

test('workers that die after each claim: the delivery waits as after failures, and ends after five', async (t) => {
  const { deps, subscribe, runDispatch, clock, receiver, holder, app } = await startWebhooks(t)
  const id = await subscribe()
  await emit(deps)
  await dieAfterClaim(deps)
  for (const minutes of [1, 5, 30, 120]) {
    clock.move(minuteMs) // the lease is over
    if (minutes > 1) {
      assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
      clock.move((minutes - 1) * minuteMs - 1)
      assert.deepEqual(await runDispatch(), zeroCounts, 'as early as after a failure')
      clock.move(1)
    }
    await dieAfterClaim(deps)
  }
  clock.move(minuteMs)
  await dieAfterClaim(deps) // before it records the end
  clock.move(minuteMs)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, failed: 1 })
  assert.equal(receiver.arrived.length, 0)
  const [{ state, attempts, reason }] = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body
    .deliveries
  assert.deepEqual([state, reason, attempts.length], ['failed', 'stopped', 5])
})

test('concurrent dispatches of two replicas send each delivery once', async (t) => {
  const { deps, subscribe, runDispatch, receiver, another } = await startWebhooks(t)
  const second = await another()
  for (let n = 0; n < 5; n++) await subscribe({ endpoint: `${receiver.url}/${n}` })
  for (let n = 0; n < 20; n++) await emit(deps)
  const dispatches: WebhookTick[] = await Promise.all([
    runDispatch(),
    second.deps.deliveryWorker.dispatch(limits),
    runDispatch(),
    second.deps.deliveryWorker.dispatch(limits),
  ])
  // a worker that is held up for a second defers what it has claimed
  for (let rest = dispatches; rest.some(({ deferred }) => deferred > 0); dispatches.push(...rest))
    rest = [await runDispatch()]
  assert.equal(receiver.arrived.length, 100)
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 100)
  assert.equal(
    dispatches.reduce((sum, { delivered }) => sum + delivered, 0),
    100,
  )
})

test('POST …/retry: 409 while the delivery is being sent', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, subscribe, runDispatch, receiver, holder, app } = await startWebhooks(t, { react: () => released })
  const ask = requestAs({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  const dispatching = runDispatch()
  await receiver.until(1)
  const [sending] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([sending.state, sending.nextAttemptAt], ['sending', null])
  const refused = await ask('POST', `/v1/webhooks/${id}/deliveries/${sending.id}/retry`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
  release(200)
  assert.equal((await dispatching).delivered, 1)
  assert.equal(receiver.arrived.length, 1)
})

test('POST …/retry: sends a delivery now that waits for its retry, even while paused', async (t) => {
  let status = 500
  const { deps, subscribe, runDispatch, holder, app } = await startWebhooks(t, { react: () => status })
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  status = 200
  const [waiting] = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries?state=pending`)).body
    .deliveries
  assert.equal(
    (await requestAs({ app }, holder)('POST', `/v1/webhooks/${id}/deliveries/${waiting.id}/retry`)).status,
    202,
  )
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, delivered: 1 })
})

test('a receiver that hangs does not delay other receivers', async (t) => {
  const world = await startWebhooks(t, {
    config: { deliveryDeadlineMs: 15_000 }, // the others take seconds on a busy machine
    react: ({ path }) => (path === '/hanging' ? 'hang' : 200),
  })
  const { deps, subscribe, runDispatch, receiver } = world
  await subscribe({ endpoint: `${receiver.url}/hanging` })
  const [others, events] = [10, 8]
  for (let n = 0; n < others; n++) await subscribe({ endpoint: `${receiver.url}/${n}` })
  for (let n = 0; n < events; n++) await emit(deps)
  const dispatching = runDispatch()
  const ofOthers = () => receiver.arrived.filter(({ path }) => path !== '/hanging').length
  while (ofOthers() < others * events) await receiver.until(receiver.arrived.length + 1)
  assert.ok(receiver.arrived.length - others * events <= 2, 'of the one that hangs two are under way')
  await receiver.close()
  await dispatching
})

test('a delivery that cannot be signed does not delay others, and ends as the policy says (D103)', async (t) => {
  const { deps, subscribe, runDispatch, receiver, logged, clock, app, holder } = await startWebhooks(t)
  const broken = await subscribe({ endpoint: `${receiver.url}/broken` })
  await deps.db.updateTable('webhook_subscriptions').set({ secret: 'deadbeef.AAAA' }).where('id', '=', broken).execute()
  await subscribe({ endpoint: `${receiver.url}/whole` })
  for (let n = 0; n < 3; n++) await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 6, delivered: 3, retried: 3 })
  assert.match(logged(), /a delivery attempt met an internal error.*|key deadbeef, which is not configured/)
  assert.deepEqual(await runDispatch(), zeroCounts)
  for (const minutes of [1, 5, 30]) {
    clock.move(minutes * minuteMs)
    assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 3, retried: 3 })
  }
  clock.move(120 * minuteMs)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 3, failed: 3 })
  const { body } = await requestAs({ app }, holder)('GET', `/v1/webhooks/${broken}/deliveries`)
  assert.deepEqual([body.deliveries[0].reason, body.deliveries[0].attempts.length], ['internal', 5])
  const own = await requestAs({ app }, holder)('GET', `/v1/webhooks/${broken}`)
  assert.equal(own.body.lastFailureAt, null, 'the endpoint has not failed')
})

test('a delivery does not verify with another secret', async (t) => {
  const { deps, subscribe, runDispatch, receiver, clock } = await startWebhooks(t)
  await subscribe()
  await emit(deps)
  await runDispatch()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  const signature = String(headers['x-launchscore-signature'])
  const timestamp = String(headers['x-launchscore-timestamp'])
  assert.equal(verifyDelivery({ signature, timestamp, body }, `${secret}x`, clock.now()), 'forged')
})

test('a worker whose lease ended does not change what another worker is sending', async (t) => {
  const responses = [Promise.withResolvers<number>(), Promise.withResolvers<number>()] as const
  let count = 0
  const { deps, app, holder, subscribe, clock, receiver, another } = await startWebhooks(t, {
    react: () => responses[count++]?.promise ?? 200,
  })
  const second = await another()
  const id = await subscribe()
  await emit(deps)
  const one = { ...limits, maxDeliveries: 1 }
  const slow = deps.deliveryWorker.dispatch(one) // one delivery, so that it does not take over its own claim
  await receiver.until(1)
  clock.move(minuteMs)
  const taking = second.deps.deliveryWorker.dispatch(one)
  await receiver.until(2)
  responses[0].resolve(302)
  await slow
  const deliveries = async () =>
    (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual(
    (await deliveries()).map(({ state, attempts }: { state: string; attempts: unknown[] }) => [state, attempts.length]),
    [['sending', 1]],
    'the claim that was lost',
  )
  responses[1].resolve(200)
  assert.equal((await taking).delivered, 1)
  assert.deepEqual(
    (await deliveries()).map(({ state, attempts }: { state: string; attempts: { status: number }[] }) => [
      state,
      attempts.map(({ status }) => status),
    ]),
    [['delivered', [null, 200]]],
  )
})

test('a worker that claims a delivery again while sending it does not send it twice', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, subscribe, runDispatch, clock, receiver } = await startWebhooks(t, { react: () => released })
  await subscribe()
  await emit(deps)
  const sending = deps.deliveryWorker.dispatch({ ...limits, maxDeliveries: 1 })
  await receiver.until(1)
  clock.move(minuteMs)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, deferred: 1 })
  release(200)
  assert.equal((await sending).delivered, 1, 'recorded under the new claim')
  assert.equal(receiver.arrived.length, 1)
})

test('an outcome that can’t be stored until its lease has ended is stored, and the delivery is not sent again', async (t) => {
  const { deps, receiver, subscribe, runDispatch, clock } = await startWebhooks(t)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(deps.db)
  await subscribe()
  await emit(deps)
  await rename('delivery_log', 'broken_log')
  const first = runDispatch()
  await until(() => receiver.arrived.length === 1)
  const claim = async () => (await deps.db.selectFrom('deliveries').select('claim').executeTakeFirst())?.claim
  const lost = await claim()
  clock.move(minuteMs)
  const second = runDispatch()
  await until(async () => (await claim()) !== lost)
  await rename('broken_log', 'delivery_log')
  assert.deepEqual(await first, { ...zeroCounts, claimed: 1, delivered: 1 })
  assert.deepEqual(await second, { ...zeroCounts, claimed: 1, deferred: 1 })
  assert.equal(await claim(), undefined)
  assert.equal(receiver.arrived.length, 1)
})

test('a failure by a slower clock does not shorten a pause', async (t) => {
  const { deps, app, holder, subscribe, runDispatch, clock } = await startWebhooks(t, { react: () => 500 })
  const id = await subscribe()
  const pausedUntil = async () =>
    (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body.pausedUntil
  await emit(deps)
  await runDispatch()
  clock.move(-60 * minuteMs)
  await emit(deps)
  assert.equal((await runDispatch()).retried, 1)
  assert.equal(await pausedUntil(), '2026-12-01T18:00:00.000Z')
})

test('a clock that was set back does not empty a log within its 24 hours', async (t) => {
  const { deps, app, holder, subscribe, runDispatch, clock } = await startWebhooks(t)
  const { pruneDeliveries } = await import('../src/webhooks/retention.ts')
  const id = await subscribe()
  await emit(deps)
  await runDispatch()
  clock.move(-8 * 60 * minuteMs) // makes the slot of the ended delivery the next one
  await pruneDeliveries(deps, new AbortController().signal)
  clock.move(8 * 60 * minuteMs)
  const { deliveries } = (await requestAs({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)).body
  assert.equal(deliveries.length, 1)
})
