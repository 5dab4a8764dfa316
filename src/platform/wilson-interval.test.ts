import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toWilsonInterval } from './wilson-interval.ts'

test('Wilson’s interval of known counts', () => {
  const cases: [number, number, number, number][] = [
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [6, 200, 0.0138, 0.0639],
  ]
  assert.equal(toWilsonInterval(0, 0), null)
  for (const [successes, trials, low, high] of cases) {
    const interval = toWilsonInterval(successes, trials)
    assert.equal(interval?.[0].toFixed(4), low.toFixed(4))
    assert.equal(interval?.[1].toFixed(4), high.toFixed(4))
  }
})

test('the observed share always lies in its interval', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (a, b) => {
      const [successes, trials] = [Math.min(a, b), Math.max(a, b, 1)]
      const [low, high] = toWilsonInterval(successes, trials) ?? []
      assert.ok(low !== undefined && high !== undefined)
      assert.ok(low >= 0 && high <= 1 && low <= successes / trials && high >= successes / trials)
    }),
  )
})
