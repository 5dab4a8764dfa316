import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../src/deps.ts'
import { systemClock } from '../src/platform/clock.ts'
import { startWorker } from '../src/worker.ts'
import { scheduleLaunches, startNotifying } from './scheduling.ts'

const minuteMs = 60_000

/** The service's own worker, stopped after the test at the latest. */
function work(t: TestContext, deps: Deps, dispatchIntervalSeconds: number) {
  const worker = startWorker({ ...deps, config: { ...deps.config, dispatchIntervalSeconds } })
  t.after(worker.stop)
  return worker
}

const sendsOf = ({ db }: Pick<Deps, 'db'>) =>
  db.selectFrom('notification_sends').select(['transport', 'state']).orderBy('transport').execute()

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5)
}

test('the worker wakes for a slot at its time, however long its interval', async (t) => {
  const { deps: handDeps, discord } = await startNotifying(t)
  const deps = { ...handDeps, clock: systemClock }
  const sendAt = Date.now() + 400
  await scheduleLaunches(deps, [{ scheduledFor: new Date(sendAt + 10 * minuteMs) }])
  work(t, deps, 3600)
  await until(() => discord.messages.length > 0)
  assert.ok(Date.now() >= sendAt)
  assert.match(discord.messages[0]?.content ?? '', /scheduled in 10 minutes/)
})

test('with an interval of 0 the worker leaves the ticks to the outside caller', async (t) => {
  const { deps, clock } = await startNotifying(t)
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  await work(t, deps, 0).stop()
  assert.deepEqual(await sendsOf(deps), [])
  await work(t, deps, 5).stop() // what a run has begun it brings to an end
  assert.equal((await sendsOf(deps)).length, 2)
})

test('a transport that hangs keeps no other one waiting', async (t) => {
  const { deps, discord, clock } = await startNotifying(t, { faultOf: () => 'hang' })
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  work(t, deps, 1)
  await until(async () => discord.requests.length > 0 && (await sendsOf(deps))[1]?.state === 'sent')
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  await until(async () => (await sendsOf(deps)).filter(({ state }) => state === 'sent').length === 2)
  assert.deepEqual(
    new Set((await sendsOf(deps)).map(({ transport, state }) => `${transport} ${state}`)),
    new Set(['discord pending', 'logging sent']),
  )
  await discord.close()
})

test('a clean stop waits for what is being sent and writes it down', async (t) => {
  const { deps, discord, clock } = await startNotifying(t, { delayMs: 50 })
  await scheduleLaunches(deps, [{ scheduledFor: '2026-12-01T18:00:00.000Z' }])
  clock.moveTo('2026-12-01T17:00:00.000Z')
  const worker = work(t, deps, 5)
  await until(() => discord.requests.length > 0)
  await worker.stop()
  assert.deepEqual((await sendsOf(deps))[0], { transport: 'discord', state: 'sent' })
})
