import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { openPace, waitMs } from './pace.ts'

const limit = { spacingMs: 1000, calls: 3, windowMs: 60_000 }
const never = new AbortController().signal

test('the next call waits for the spacing and for a place in the window', () => {
  const cases: [starts: number[], now: number, expected: number][] = [
    [[], 0, 0],
    [[0], 0, 1000],
    [[0], 400, 600],
    [[0], 1000, 0],
    [[0, 1000], 2500, 0],
    [[0, 1000, 2000], 3000, 57_000],
    [[0, 1000, 2000], 60_000, 0],
    [[0, 1000, 59_900], 60_000, 900],
  ]
  for (const [starts, now, expected] of cases) assert.equal(waitMs(starts, limit, now), expected)
})

test('whatever the callers do, neither limit is broken', () => {
  const schedule = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 5, maxLength: 60 })
  fc.assert(
    fc.property(schedule, (gaps) => {
      const starts: number[] = []
      let now = 0
      for (const gap of gaps) {
        now += gap
        now += waitMs(starts.slice(-limit.calls), limit, now)
        starts.push(now)
      }
      starts.slice(1).forEach((start, n) => assert.ok(start - (starts[n] ?? 0) >= limit.spacingMs))
      starts.slice(limit.calls).forEach((start, n) => assert.ok(start - (starts[n] ?? 0) >= limit.windowMs))
    }),
    { numRuns: 50 },
  )
})

test('turns are taken in the order of asking', async () => {
  const pace = openPace({ spacingMs: 5, calls: 100, windowMs: 1000 })
  const order: number[] = []
  await Promise.all([1, 2, 3].map((n) => pace(never).then(() => order.push(n))))
  assert.deepEqual(order, [1, 2, 3])
})

test('who leaves the queue takes no turn', async () => {
  let now = 0
  const pace = openPace({ spacingMs: 3_600_000, calls: 100, windowMs: 3_600_000 }, () => now)
  await pace(never)
  const leaving = new AbortController()
  const leaver = pace(leaving.signal)
  const behind = pace(leaving.signal)
  const reason = new Error('deadline')
  leaving.abort(reason)
  await assert.rejects(leaver, reason)
  await assert.rejects(behind, reason)
  now = 3_600_000
  await pace(never)
})

test('who has left already is not queued', async () => {
  const pace = openPace(limit)
  await assert.rejects(pace(AbortSignal.abort(new Error('gone'))), { message: 'gone' })
  await pace(never)
})
