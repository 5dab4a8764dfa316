import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryLog } from '../../test/world/deps.ts'
import { type Job, startJobs } from './jobs.ts'
import { createMetrics } from './metrics.ts'

const hour = 3600

function start(job: Partial<Job> & Pick<Job, 'run'>) {
  const { log, logged } = memoryLog()
  const metrics = createMetrics()
  return { ...startJobs([{ name: 'test', everySeconds: hour, ...job }], { log, metrics }), metrics, logged }
}

/** Resolves at the `count`-th call. */
function callsUntil(count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  const call = async () => {
    if (++calls === count) resolve()
  }
  return { call, reached: promise, calls: () => calls }
}

test('a job whose work is due sooner than its interval runs sooner', async () => {
  const runs = callsUntil(3)
  const { stop } = start({ run: runs.call, untilDueMs: () => Promise.resolve(0) })
  await runs.reached
  await stop()
})

test('a job whose work is due later is asked at its interval and doesn’t run', async () => {
  const asked = callsUntil(3)
  const runs = callsUntil(1)
  const untilDueMs = () => asked.call().then(() => Infinity)
  const { stop } = start({ everySeconds: 0.05, run: runs.call, untilDueMs })
  await asked.reached
  await stop()
  assert.equal(runs.calls(), 0)
})

test('a failing run is logged and followed by a whole interval, whatever is due', async () => {
  const runs = callsUntil(1)
  const run = () => runs.call().then(() => Promise.reject(new Error('no database')))
  const { stop, logged } = start({ run, untilDueMs: () => Promise.resolve(0) })
  await runs.reached
  await pause(150) // three times what it waits after a good run
  await stop()
  assert.match(logged(), /"job":"test","reason":"no database"/)
  assert.equal(runs.calls(), 1)
})

test('the failures of a job are counted from zero', async () => {
  const { stop, metrics } = start({ run: () => Promise.resolve() })
  assert.match(await metrics.registry.metrics(), /^launchscore_job_failures_total\{job_name="test"\} 0$/m)
  await stop()
})

test('a job that fails runs again', async () => {
  const runs = callsUntil(2)
  const { stop } = start({ everySeconds: 0.05, run: () => runs.call().then(() => Promise.reject(new Error('no'))) })
  await runs.reached
  await stop()
})

test('stopping tells the run, waits for its end and begins no other', async () => {
  const runs = callsUntil(1)
  const ended = Promise.withResolvers<void>()
  let isEnded = false
  const run = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => ended.resolve())
    await runs.call()
    await ended.promise
    isEnded = true
  }
  const { stop } = start({ run, untilDueMs: () => Promise.resolve(0) })
  await runs.reached
  await stop()
  assert.ok(isEnded)
  assert.equal(runs.calls(), 1)
})

test('a run without a fault is a heartbeat', async () => {
  const runs = callsUntil(1)
  const { stop, metrics } = start({ run: runs.call })
  await runs.reached
  await stop()
  assert.match(
    await metrics.registry.metrics(),
    /launchscore_job_last_success_timestamp_seconds\{job_name="test"\} \d{10}/,
  )
})

test('a job’s runs are timed, and its failures are counted', async () => {
  const runs = callsUntil(2)
  const run = () => runs.call().then(() => (runs.calls() === 1 ? Promise.reject(new Error('no database')) : undefined))
  const { stop, metrics } = start({ everySeconds: 0.05, run })
  await runs.reached
  await stop()
  const text = await metrics.registry.metrics()
  assert.match(text, /^launchscore_job_failures_total\{job_name="test"\} 1$/m)
  assert.match(text, /^launchscore_job_duration_seconds_count\{job_name="test"\} 2$/m)
})

for (const reason of [undefined, null, 'no database'])
  test(`a job that fails with ${reason} instead of an error runs again`, async () => {
    const runs = callsUntil(2)
    // Libraries reject with anything.
    const run = () => runs.call().then(() => Promise.reject(reason as unknown as Error))
    const { stop, logged } = start({ everySeconds: 0.05, run })
    await runs.reached
    await stop()
    assert.match(logged(), /"job":"test","reason":"it gave no reason"/)
  })

const failures: [when: string, untilWoken: () => Promise<void>][] = [
  ['rejects', () => Promise.reject(new Error('no listener'))],
  [
    'throws',
    () => {
      throw new Error('no listener')
    },
  ],
]
for (const [when, untilWoken] of failures)
  test(`a job whose untilWoken ${when} runs at its interval`, async () => {
    const runs = callsUntil(3)
    const startedAt = performance.now()
    const { stop, logged } = start({ everySeconds: 0.05, run: runs.call, untilWoken })
    await runs.reached
    await stop()
    assert.ok(performance.now() - startedAt >= 95)
    assert.match(logged(), /"job":"test","reason":"no listener"/)
  })
