import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { UpstreamError, type UpstreamFault } from '../errors.ts'
import { exponentialBackoff, jitteredBackoff, waitBeforeRetryMs } from './backoff.ts'

const failed = (fault: UpstreamFault, retryAfterMs?: number) =>
  new UpstreamError('model', fault, 'failed', retryAfterMs)
const createBackoff = (chance: number) => jitteredBackoff(exponentialBackoff({ firstMs: 100, factor: 2 }), () => chance)
const first = { retry: 1, backoff: createBackoff(0.5) }

const cases: [why: string, error: unknown, waitMs: number | null][] = [
  ['a provider that is down', failed('unavailable'), 75],
  ['a time-out', failed('timeout'), 75],
  ['a rate limit that names no wait', failed('rate_limited'), 75],
  ['a rate limit that names a longer wait', failed('rate_limited', 2000), 2000],
  ['a wait shorter than ours', failed('unavailable', 10), 75],
  ['a wait of exactly ten seconds', failed('rate_limited', 10_000), 10_000],
  ['a wait beyond ten seconds', failed('rate_limited', 10_001), null],
  ['a refused key', failed('auth'), null],
  ['a plan that lacks the call', failed('plan'), null],
  ['a wrong chain', failed('chain'), null],
  ['our own mistake', failed('request'), null],
  ['an open breaker', failed('open', 5), null],
  ['an abort', new DOMException('aborted', 'AbortError'), null],
  ['a fault in our code', new TypeError('x is undefined'), null],
]

for (const [why, error, waitMs] of cases) {
  test(`${why} is ${waitMs === null ? 'not retried' : `retried after ${waitMs} ms`}`, () => {
    assert.equal(waitBeforeRetryMs(error, first), waitMs)
  })
}

test('a wait doubles per retry and stays above half its step and the asked wait', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), chance, fc.nat(10_000), (retry, chance, asked) => {
      const waitMs = waitBeforeRetryMs(failed('unavailable', asked), { retry, backoff: createBackoff(chance) }) ?? -1
      const stepMs = 100 * 2 ** (retry - 1)
      assert.ok(waitMs >= Math.max(asked, stepMs / 2) && waitMs <= Math.max(asked, stepMs))
    }),
    { numRuns: 100 },
  )
})
