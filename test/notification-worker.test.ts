import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Deps } from '../src/deps.ts'
import { systemClock } from '../src/platform/time.ts'
import { startWorker } from '../src/main/jobs.ts'
import { scheduleLaunches, startNotifying } from './world/notifying.ts'
import { until, closeAfter } from './world/waiting.ts'

const minuteMs = 60_000

/** The service's own worker, stopped after the test at the latest. */
function work(t: TestContext, deps: Deps, dispatchIntervalSeconds: number) {
  const worker = startWorker({ ...deps, config: { ...deps.config, dispatchIntervalSeconds } })
  closeAfter(t, worker.stop)
  return worker
}

const readSends = ({ db }: Deps) =>
  db.selectFrom('notification_sends').select(['channel', 'state']).orderBy('channel').execute()

test('the worker sends a slot at its time, even with an interval of an hour', async (t) => {
  const { deps: handDeps, discord } = await startNotifying(t)
  const sharedClock = { now: systemClock.now, sync: async () => {} }
  const deps = { ...handDeps, clock: systemClock, sharedClock }
  const sendAt = Date.now() + 2_000 // long enough to schedule it on a busy machine
  await scheduleLaunches(deps, [{ scheduledFor: new Date(sendAt + 10 * minuteMs) }])
  work(t, deps, 3600)
  await until(() => discord.messages.length > 0)
  assert.ok(Date.now() >= sendAt)
  assert.match(discord.messages[0]?.content ?? '', /scheduled in 10 minutes/)
})

test('DISPATCH_INTERVAL_SECONDS=0: the worker sends nothing', async (t) => {
  const { deps, clock } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await work(t, deps, 0).stop()
  assert.deepEqual(await readSends(deps), [])
  await work(t, deps, 5).stop() // what a run has begun it brings to an end
  assert.equal((await readSends(deps)).length, 2)
})

test('a hanging channel does not delay another channel', async (t) => {
  const { deps, discord, clock } = await startNotifying(t, { findFault: () => 'hang' })
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  work(t, deps, 1)
  await until(async () => discord.requests.length > 0 && (await readSends(deps))[1]?.state === 'sent')
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  await until(async () => (await readSends(deps)).filter(({ state }) => state === 'sent').length === 2)
  assert.deepEqual(
    new Set((await readSends(deps)).map(({ channel, state }) => `${channel} ${state}`)),
    new Set(['discord pending', 'logging sent']),
  )
  await discord.close()
})

test('a clean stop waits for the sends in flight and records them', async (t) => {
  const { deps, discord, clock } = await startNotifying(t, { delayMs: 50 })
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const worker = work(t, deps, 5)
  await until(() => discord.requests.length > 0)
  await worker.stop()
  assert.deepEqual((await readSends(deps))[0], { channel: 'discord', state: 'sent' })
})
