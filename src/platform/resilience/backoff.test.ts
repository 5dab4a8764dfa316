import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Backoff, exponentialBackoff, jitteredBackoff, scheduledBackoff } from './backoff.ts'

const listWaits = (backoff: Backoff, retries: number) => Array.from({ length: retries }, (_, n) => backoff(n + 1))

test('scheduledBackoff waits the given times, then ends the retries', () => {
  assert.deepEqual(listWaits(scheduledBackoff([1, 5, 30]), 4), [1, 5, 30, null])
})

test('exponentialBackoff multiplies the wait up to its bounds', () => {
  assert.deepEqual(listWaits(exponentialBackoff({ firstMs: 100, factor: 2 }), 4), [100, 200, 400, 800])
  assert.deepEqual(listWaits(exponentialBackoff({ firstMs: 100, factor: 5, maxMs: 2000 }), 4), [100, 500, 2000, 2000])
  assert.deepEqual(listWaits(exponentialBackoff({ firstMs: 5, factor: 3, maxRetries: 2 }), 3), [5, 15, null])
})

test('jitteredBackoff spreads each wait over its upper half', () => {
  const backoff = scheduledBackoff([100])
  assert.deepEqual(
    listWaits(
      jitteredBackoff(backoff, () => 0),
      2,
    ),
    [50, null],
  )
  assert.deepEqual(
    listWaits(
      jitteredBackoff(backoff, () => 0.5),
      2,
    ),
    [75, null],
  )
})
