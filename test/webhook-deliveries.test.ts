import assert from 'node:assert/strict'
import { test } from 'node:test'
import { by, emit, minuteMs, nothingDone, secret, startWebhooks } from './webhook-world.ts'
import { verifyDelivery } from '../src/webhooks/sign.ts'

test('a subscriber gets an event as it is documented: headers, envelope, signature over time and raw body', async (t) => {
  const { deps, receiver, subscribe, tick, clock } = await startWebhooks(t)
  await subscribe()
  await emit(deps)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 })
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

test('SERVICE_NAME is in the headers’ names (D1)', async (t) => {
  const { deps, receiver, subscribe, tick } = await startWebhooks(t, { environment: { SERVICE_NAME: 'Service' } })
  await subscribe()
  await emit(deps)
  await tick()
  assert.equal(receiver.arrived[0]?.headers['x-service-event'], 'score.created')
})

test('an event goes to each who asked for it, once, and to nobody who asked for others or came later', async (t) => {
  const { deps, receiver, subscribe, tick } = await startWebhooks(t)
  const one = await subscribe({ endpoint: `${receiver.url}/one` })
  await subscribe({ endpoint: `${receiver.url}/two`, events: ['launch.scheduled', 'score.created'] })
  await subscribe({ endpoint: `${receiver.url}/three`, events: ['enrollment.created'] })
  await emit(deps)
  await subscribe({ endpoint: `${receiver.url}/later` })
  await tick()
  assert.deepEqual(receiver.arrived.map(({ path }) => path).sort(), ['/one', '/two'])
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 2)
  assert.equal(new Set(receiver.arrived.map(({ body }) => body)).size, 1)
  assert.deepEqual(await tick(), nothingDone)
  assert.ok(one)
})

test('what is rolled back is not sent (D43)', async (t) => {
  const { deps, subscribe, tick } = await startWebhooks(t)
  await subscribe()
  const failing = deps.db.transaction().execute(async (tx) => {
    await emit({
      ...deps,
      db: { transaction: () => ({ execute: (work: (given: unknown) => unknown) => work(tx) }) } as never,
    })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.deepEqual(await tick(), nothingDone)
})

test('failures 1 to 4 are repeated after 1, 5, 30 and 120 minutes and not before; the fifth ends it (D40)', async (t) => {
  const { deps, receiver, subscribe, tick, clock } = await startWebhooks(t, { react: () => 'cut' })
  await subscribe()
  await emit(deps)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, retried: 1 })
  for (const [n, minutes] of [1, 5, 30, 120].entries()) {
    clock.move(minutes * minuteMs - 1)
    assert.deepEqual(await tick(), nothingDone, `too early for attempt ${n + 2}`)
    clock.move(1)
    const isLast = minutes === 120
    assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, retried: isLast ? 0 : 1, failed: isLast ? 1 : 0 })
  }
  clock.move(24 * 60 * minuteMs)
  assert.deepEqual(await tick(), nothingDone)
  assert.equal(receiver.arrived.length, 5)
  assert.equal(
    new Set(receiver.arrived.map(({ deliveryId, body }) => deliveryId + body)).size,
    1,
    'same id, same bytes',
  )
  assert.deepEqual(new Set(receiver.arrived.map(({ verdict }) => verdict)), new Set(['good']), 'each signed anew')
})

test('a 4xx is final and says so; one call sends it anew (D42, D45)', async (t) => {
  let status = 429
  const { deps, receiver, subscribe, tick, clock, holder, app } = await startWebhooks(t, { react: () => status })
  const ask = by({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, failed: 1 })
  clock.move(minuteMs)
  assert.deepEqual(await tick(), nothingDone)
  const [failed] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([failed.state, failed.reason, failed.attempts[0].status], ['failed', 'http_4xx', 429])
  status = 204
  const retried = await ask('POST', `/v1/webhooks/${id}/deliveries/${failed.id}/retry`)
  assert.deepEqual([retried.status, retried.body.state], [202, 'pending'])
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 })
  const [first, second] = receiver.arrived
  assert.deepEqual([second?.deliveryId, second?.body], [first?.deliveryId, first?.body])
  const [delivered] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([delivered.state, delivered.reason], ['delivered', null])
  assert.deepEqual(
    delivered.attempts.map((attempt: { status: number }) => attempt.status),
    [429, 204],
  )
})

test('a 5xx pauses repetitions for six hours: first attempts go, a 2xx lifts nothing, a 5xx renews it, resume ends it (D41)', async (t) => {
  let status = 503
  const { deps, receiver, subscribe, tick, clock, holder, app } = await startWebhooks(t, { react: () => status })
  const ask = by({ app }, holder)
  const id = await subscribe()
  const deliveries = async () => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body
  await emit(deps)
  await tick()
  assert.equal((await deliveries()).pausedUntil, '2026-12-01T18:00:00.000Z')
  assert.equal((await deliveries()).deliveries[0].nextAttemptAt, '2026-12-01T18:00:00.000Z')
  clock.moveTo('2026-12-01T17:59:00.000Z')
  assert.deepEqual(await tick(), nothingDone, 'the repetition waits')
  status = 200
  await emit(deps)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 }, 'the new event’s first attempt goes')
  clock.moveTo('2026-12-01T17:59:59.999Z')
  assert.deepEqual(await tick(), nothingDone, 'a 2xx has lifted nothing')
  status = 500
  clock.moveTo('2026-12-01T18:00:00.000Z')
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, retried: 1 })
  assert.equal((await deliveries()).pausedUntil, '2026-12-02T00:00:00.000Z', 'renewed')
  clock.moveTo('2026-12-01T18:10:00.000Z')
  assert.deepEqual(await tick(), nothingDone)
  status = 200
  assert.deepEqual((await ask('POST', `/v1/webhooks/${id}/resume`)).body.id, id)
  assert.deepEqual(
    [(await deliveries()).pausedUntil, await tick()],
    [null, { ...nothingDone, claimed: 1, delivered: 1 }],
  )
  const [, first] = (await deliveries()).deliveries
  assert.deepEqual(
    first.attempts.map((attempt: { status: number }) => attempt.status),
    [503, 500, 200],
    'waiting has spent no attempt',
  )
  assert.equal(receiver.arrived.length, 4)
})

test('a receiver that answers too late, too long, badly or not at all has failed, each in its own words', async (t) => {
  let reaction: 'hang' | 'drip' | 'cut' | 'garbage' | 'flood' | { status: number; headers: object; body: string } =
    'hang'
  const trap: string[] = []
  const world = await startWebhooks(t, {
    config: { deliveryDeadlineMs: 150 },
    react: ({ path }) => {
      if (path === '/trap') trap.push(path)
      return reaction as 'hang'
    },
  })
  const { deps, receiver, subscribe, tick, holder, app } = world
  const id = await subscribe()
  const reasonOf = async () => {
    await emit(deps)
    const counts = await tick()
    const [{ attempts, state }] = (await by({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries?limit=1`)).body
      .deliveries
    assert.equal(counts.claimed, 1)
    return [state, attempts[0].error, attempts[0].status]
  }
  assert.deepEqual(await reasonOf(), ['pending', 'timeout', null])
  reaction = 'drip'
  assert.deepEqual(await reasonOf(), ['pending', 'timeout', null], 'the answer’s last byte counts')
  reaction = 'cut'
  assert.deepEqual(await reasonOf(), ['pending', 'broken', null])
  reaction = 'garbage'
  assert.deepEqual(await reasonOf(), ['pending', 'broken', null])
  reaction = { status: 307, headers: { location: `${receiver.url}/trap` }, body: '' }
  assert.deepEqual(await reasonOf(), ['pending', 'redirect', 307])
  assert.deepEqual(trap, [], 'not followed')
  reaction = 'flood'
  assert.deepEqual(await reasonOf(), ['delivered', null, 200], 'no more than 64 KiB of an answer is read')
  await receiver.close()
  assert.deepEqual(await reasonOf(), ['pending', 'connect', null])
})

test('what a receiver answers is kept to its first KiB, as text, without its secret', async (t) => {
  const body = `\u0000you signed with ${secret} ${'é'.repeat(2000)}`
  const { deps, subscribe, tick, holder, app, logged } = await startWebhooks(t, {
    react: () => ({ status: 200, body }),
  })
  const id = await subscribe()
  await emit(deps)
  assert.equal((await tick()).delivered, 1)
  const { body: answered } = await by({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries`)
  const [{ answer, durationMs, startedAt }] = answered.deliveries[0].attempts
  assert.match(answer, /^you signed with \[secret\] é+/)
  assert.ok(Buffer.byteLength(answer) <= 1024 + 3)
  assert.ok(Number.isInteger(durationMs))
  assert.equal(startedAt, '2026-12-01T12:00:00.000Z')
  assert.ok(!JSON.stringify(answered).includes(secret) && !logged().includes(secret))
})

test('a claim that runs out after 60 s is taken over, with the attempt not spent (D42)', async (t) => {
  const { deps, subscribe, tick, clock, receiver } = await startWebhooks(t)
  await subscribe()
  await emit(deps)
  // a dispatcher that died right after its claim
  await deps.db
    .updateTable('deliveries')
    .set({ claim: deps.random.uuid(), claimed_until: new Date(clock.now().getTime() + minuteMs) })
    .execute()
  clock.move(minuteMs - 1)
  assert.deepEqual(await tick(), nothingDone)
  clock.move(1)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 })
  assert.equal(receiver.arrived.length, 1)
})

test('ticks at the same time, of two replicas, send each delivery once', async (t) => {
  const { deps, subscribe, tick, receiver, another } = await startWebhooks(t)
  const second = await another()
  for (let n = 0; n < 5; n++) await subscribe({ endpoint: `${receiver.url}/${n}` })
  for (let n = 0; n < 20; n++) await emit(deps)
  const run = { mostRows: 1000, takingMs: 1000, stopped: new AbortController().signal }
  const ticks = await Promise.all([tick(), second.deps.dispatcher.run(run), tick(), second.deps.dispatcher.run(run)])
  assert.equal(receiver.arrived.length, 100)
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 100)
  assert.equal(
    ticks.reduce((sum, { delivered }) => sum + delivered, 0),
    100,
  )
})

test('a delivery that is being sent can’t be retried by hand: 409', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  const { deps, subscribe, tick, receiver, holder, app } = await startWebhooks(t, { react: () => released })
  const ask = by({ app }, holder)
  const id = await subscribe()
  await emit(deps)
  const ticking = tick()
  await receiver.until(1)
  const [sending] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  assert.deepEqual([sending.state, sending.nextAttemptAt], ['sending', null])
  const refused = await ask('POST', `/v1/webhooks/${id}/deliveries/${sending.id}/retry`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict'])
  release(200)
  assert.equal((await ticking).delivered, 1)
  assert.equal(receiver.arrived.length, 1)
})

test('a delivery that waits for its repetition goes at once when its owner says so, paused or not', async (t) => {
  let status = 500
  const { deps, subscribe, tick, holder, app } = await startWebhooks(t, { react: () => status })
  const id = await subscribe()
  await emit(deps)
  await tick()
  status = 200
  const [waiting] = (await by({ app }, holder)('GET', `/v1/webhooks/${id}/deliveries?state=pending`)).body.deliveries
  assert.equal((await by({ app }, holder)('POST', `/v1/webhooks/${id}/deliveries/${waiting.id}/retry`)).status, 202)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 1, delivered: 1 })
})

test('a subscriber that hangs delays nobody else', async (t) => {
  const world = await startWebhooks(t, {
    config: { deliveryDeadlineMs: 2000 },
    react: ({ path }) => (path === '/hanging' ? 'hang' : 200),
  })
  const { deps, subscribe, tick, receiver } = world
  await subscribe({ endpoint: `${receiver.url}/hanging` })
  const others = 10
  for (let n = 0; n < others; n++) await subscribe({ endpoint: `${receiver.url}/${n}` })
  for (let n = 0; n < 30; n++) await emit(deps)
  const ticking = tick()
  const ofOthers = () => receiver.arrived.filter(({ path }) => path !== '/hanging').length
  while (ofOthers() < others * 30) await receiver.until(receiver.arrived.length + 1)
  assert.ok(receiver.arrived.length - others * 30 <= 2, 'of the one that hangs two are under way')
  await receiver.close()
  await ticking
})

test('one that can’t be signed or written down keeps no other one back', async (t) => {
  const { deps, subscribe, tick, receiver, logged, clock } = await startWebhooks(t)
  const broken = await subscribe({ endpoint: `${receiver.url}/broken` })
  await deps.db.updateTable('webhook_subscriptions').set({ secret: 'deadbeef.AAAA' }).where('id', '=', broken).execute()
  await subscribe({ endpoint: `${receiver.url}/whole` })
  for (let n = 0; n < 3; n++) await emit(deps)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 6, delivered: 3, deferred: 3 })
  assert.match(logged(), /a delivery could not be tried.*|key deadbeef, which is not configured/)
  assert.deepEqual(await tick(), nothingDone)
  clock.move(minuteMs)
  assert.deepEqual(await tick(), { ...nothingDone, claimed: 3, deferred: 3 }, 'no attempt is spent on our own fault')
})

test('verification of a delivery fails with any other secret', async (t) => {
  const { deps, subscribe, tick, receiver, clock } = await startWebhooks(t)
  await subscribe()
  await emit(deps)
  await tick()
  const [{ headers, body } = assert.fail('nothing arrived')] = receiver.arrived
  const signature = String(headers['x-launchscore-signature'])
  const timestamp = String(headers['x-launchscore-timestamp'])
  assert.equal(verifyDelivery({ signature, timestamp, body }, `${secret}x`, clock.now()), 'forged')
})
