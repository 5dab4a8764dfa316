import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExhausted, nextAttemptAt } from './send-result.ts'

const now = new Date('2026-12-01T17:50:00.000Z')
const times = { now, expiresAt: new Date('2026-12-01T18:30:00.000Z') }
const pauseSeconds = (attempts: number, retryAfterMs?: number) => {
  const at = nextAttemptAt({ attempts, retryAfterMs }, times)
  return at && (at.getTime() - now.getTime()) / 1000
}

test('the backoff grows from 5 s to 20 min; the seventh attempt is the last', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((attempts) => pauseSeconds(attempts)),
    [5, 15, 45, 135, 405, 1215, null],
  )
})

test('a Retry-After longer than the backoff is honoured, a shorter one is not', () => {
  assert.equal(pauseSeconds(1, 60_000), 60)
  assert.equal(pauseSeconds(3, 1_000), 45)
})

test('no attempt is planned after the expiry', () => {
  assert.equal(pauseSeconds(1, 40 * 60_000), null)
  assert.equal(pauseSeconds(1, 40 * 60_000 - 1), 2399.999)
})

test('an attempt that started and never ended counts', () => {
  assert.deepEqual([7, 8].map(isExhausted), [false, true])
})
