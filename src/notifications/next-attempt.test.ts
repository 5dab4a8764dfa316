import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExhausted, nextAttemptAt } from './next-attempt.ts'

const now = new Date('2026-12-01T17:50:00.000Z')
const times = { now, usefulUntil: new Date('2026-12-01T18:30:00.000Z') }
const pauseSeconds = (attempts: number, retryAfterMs?: number) => {
  const at = nextAttemptAt({ attempts, retryAfterMs }, times)
  return at && (at.getTime() - now.getTime()) / 1000
}

test('pauses grow from five seconds to twenty minutes, and the seventh failure is the last', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((attempts) => pauseSeconds(attempts)),
    [5, 15, 45, 135, 405, 1215, null],
  )
})

test('a transport that asks for a longer pause gets it, one that asks for a shorter does not', () => {
  assert.equal(pauseSeconds(1, 60_000), 60)
  assert.equal(pauseSeconds(3, 1_000), 45)
})

test('what would come when nobody needs it any more is not tried again', () => {
  assert.equal(pauseSeconds(1, 40 * 60_000), null)
  assert.equal(pauseSeconds(1, 40 * 60_000 - 1), 2399.999)
})

test('an attempt that was begun but never ended counts', () => {
  assert.deepEqual([7, 8].map(isExhausted), [false, true])
})
