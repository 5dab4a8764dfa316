import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestAs, emit, minuteMs, zeroCounts, startWebhooks } from './world/webhooks.ts'

const limits = { maxDeliveries: 1000, maxMs: 60_000, signal: new AbortController().signal }
const hourMs = 60 * minuteMs

/** A subscription whose first `count` deliveries got a 503. `setStatus` sets the next responses. */
async function startPaused(t: Parameters<typeof startWebhooks>[0], count: number) {
  let status = 503
  const world = await startWebhooks(t, { react: () => status })
  const id = await world.subscribe()
  for (let n = 0; n < count; n++) await emit(world.deps)
  assert.equal((await world.runDispatch()).retried, count)
  const ask = requestAs(world, world.holder)
  const getPause = async () => (await ask('GET', `/v1/webhooks/${id}`)).body.pausedUntil
  return { ...world, ask, id, getPause, setStatus: (next: number) => void (status = next) }
}

test('a pause that is running is not extended by a further 5xx (D64)', async (t) => {
  const { deps, clock, runDispatch, getPause } = await startPaused(t, 2)
  assert.equal(await getPause(), '2026-12-01T18:00:00.000Z')
  clock.move(5 * hourMs)
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  assert.equal(await getPause(), '2026-12-01T18:00:00.000Z')
})

test('after a pause one retry goes first, and its 2xx lets the rest go (D64)', async (t) => {
  const { deps, clock, runDispatch, receiver, getPause, setStatus } = await startPaused(t, 5)
  clock.moveTo('2026-12-01T18:00:00.000Z')
  await emit(deps)
  setStatus(200)
  const before = receiver.arrived.length
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 6, delivered: 6 })
  const [probe] = receiver.arrived.slice(before)
  const first = receiver.arrived.slice(0, before).map(({ deliveryId }) => deliveryId)
  assert.ok(probe && first.includes(probe.deliveryId), 'a retry, not the first attempt of the new event')
  assert.equal(await getPause(), null)
})

test('after a pause, a 5xx of the probe starts the next pause; no other is sent (D64)', async (t) => {
  const { clock, runDispatch, getPause } = await startPaused(t, 5)
  clock.moveTo('2026-12-01T18:30:00.000Z')
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 1, retried: 1 })
  assert.equal(await getPause(), '2026-12-02T00:30:00.000Z')
  assert.deepEqual(await runDispatch(), zeroCounts)
})

test('after a pause a probe with another failure makes way for the next probe (D64)', async (t) => {
  const { clock, runDispatch, receiver, getPause, setStatus } = await startPaused(t, 3)
  clock.moveTo('2026-12-01T18:00:00.000Z')
  setStatus(404)
  const before = receiver.arrived.length
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 3, failed: 3 })
  assert.equal(receiver.arrived.length - before, 3)
  assert.equal(await getPause(), null)
})

test('a first attempt that waits for a probe is sent after a 5xx too', async (t) => {
  const { deps, clock, runDispatch, receiver } = await startPaused(t, 1)
  clock.moveTo('2026-12-01T18:00:00.000Z')
  await emit(deps)
  assert.deepEqual(await runDispatch(), { ...zeroCounts, claimed: 2, retried: 2 })
  assert.equal(new Set(receiver.arrived.map(({ deliveryId }) => deliveryId)).size, 2)
})

test('after a pause without due retries, a 5xx of a first attempt pauses again', async (t) => {
  const { deps, clock, runDispatch, getPause, ask, id, setStatus } = await startPaused(t, 1)
  const [{ id: waiting }] = (await ask('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
  setStatus(404)
  await ask('POST', `/v1/webhooks/${id}/deliveries/${waiting}/retry`)
  assert.equal((await runDispatch()).failed, 1)
  clock.moveTo('2026-12-01T19:00:00.000Z')
  setStatus(500)
  await emit(deps)
  assert.equal((await runDispatch()).retried, 1)
  assert.equal(await getPause(), '2026-12-02T01:00:00.000Z')
})

test('two replicas send one probe together, and a dead one’s place is free after 60 s', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<number>()
  let isOver = false
  const { deps, subscribe, runDispatch, receiver, clock, another } = await startWebhooks(t, {
    react: () => (isOver ? released : 503),
  })
  await subscribe()
  for (let n = 0; n < 6; n++) await emit(deps)
  await runDispatch()
  isOver = true
  clock.move(6 * hourMs)
  const others = [await another(), await another()]
  const before = receiver.arrived.length
  const dispatches = [runDispatch(), ...others.map((one) => one.deps.deliveryWorker.dispatch(limits))]
  await receiver.until(before + 1)
  await Promise.race(dispatches) // those without the probe find nothing to send
  assert.equal(receiver.arrived.length, before + 1)
  await emit(deps)
  assert.deepEqual(await others[0]?.deps.deliveryWorker.dispatch(limits), zeroCounts, 'nor a first attempt')
  release(200)
  const all = await Promise.all(dispatches)
  const last = await runDispatch()
  assert.equal(
    [...all, last].reduce((sum, { delivered }) => sum + delivered, 0),
    7,
  )
})

test('a probe whose worker died is followed by another after its lease', async (t) => {
  const { deps, clock, runDispatch, setStatus } = await startPaused(t, 2)
  clock.move(6 * hourMs)
  const leaseEnd = new Date(clock.now().getTime() + minuteMs)
  await deps.db.updateTable('webhook_subscriptions').set({ probe_until: leaseEnd }).execute() // and died
  assert.deepEqual(await runDispatch(), zeroCounts)
  assert.equal(await deps.deliveryWorker.untilDueMs(), minuteMs)
  clock.move(minuteMs)
  setStatus(200)
  assert.equal((await runDispatch()).delivered, 2)
})
