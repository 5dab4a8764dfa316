import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createCallPace, waitMs } from './call-turns.ts'

const limit = { spacingMs: 1000, calls: 3, windowMs: 60_000 }

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

test('whatever the callers do and the provider refuses, the plan is never exceeded', () => {
  const event = fc.record({ gap: fc.integer({ min: 0, max: 5000 }), isRefused: fc.boolean() })
  fc.assert(
    fc.property(fc.array(event, { minLength: 5, maxLength: 60 }), (events) => {
      const pace = createCallPace(limit)
      const starts: number[] = []
      let now = 0
      for (const { gap, isRefused } of events) {
        now += gap
        now += pace.waitMs(now)
        pace.start(now)
        starts.push(now)
        if (isRefused) pace.refuse({ startedAt: now, pauseMs: gap }, now + 10)
      }
      starts.slice(1).forEach((start, n) => assert.ok(start - (starts[n] ?? 0) >= limit.spacingMs))
      starts.slice(limit.calls).forEach((start, n) => assert.ok(start - (starts[n] ?? 0) >= limit.windowMs))
    }),
    { numRuns: 50 },
  )
})

const spaced = { spacingMs: 100, calls: 1, windowMs: 0 }

test('a refusal halves the pace, once per burst, and it recovers within a minute', () => {
  const pace = createCallPace(spaced)
  pace.start(0)
  for (const at of [50, 51, 52]) pace.refuse({ startedAt: 0, pauseMs: 0 }, at)
  assert.equal(pace.waitMs(52), 148)
  pace.start(60_000)
  assert.equal(pace.waitMs(60_050), 50)
})

test('however often calls are refused, one may be tried every ten seconds', () => {
  const pace = createCallPace(spaced)
  for (let n = 0; n < 20; n++) {
    pace.start(n)
    pace.refuse({ startedAt: n, pauseMs: 0 }, n)
  }
  assert.equal(pace.waitMs(19), 10_000)
})

test('nobody calls for as long as a refusal asks, two minutes at most', () => {
  for (const [pauseMs, expected] of [
    [5000, 5000],
    [3_600_000, 120_000],
  ] as const) {
    const pace = createCallPace(null)
    pace.start(0)
    pace.refuse({ startedAt: 0, pauseMs }, 10)
    assert.equal(pace.waitMs(10), expected)
  }
})

test('without a known plan only a refusal sets a limit: half of what was called', () => {
  const pace = createCallPace(null)
  for (let n = 0; n < 40; n++) {
    assert.equal(pace.waitMs(n), 0)
    pace.start(n)
  }
  pace.refuse({ startedAt: 39, pauseMs: 0 }, 40)
  assert.equal(pace.waitMs(40), 49) // 20 a second from the latest start
  pace.start(600_000)
  assert.equal(pace.waitMs(600_000), 1)
})

test('a pace above the learnt rate learns a new rate', () => {
  const pace = createCallPace(null)
  pace.start(0)
  pace.refuse({ startedAt: 0, pauseMs: 0 }, 10)
  assert.equal(pace.waitMs(10), 1990)
  for (let n = 0; n < 10; n++) pace.start(600_000 + n)
  pace.refuse({ startedAt: 600_009, pauseMs: 0 }, 600_009)
  assert.equal(pace.waitMs(600_009), 200)
})
