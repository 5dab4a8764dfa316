import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endingOfFailure, endingOfSent, endingUnsent } from './ending.ts'
import { SendFailed } from './transport.ts'

const now = new Date('2026-12-01T17:00:00.000Z')
const times = { now, usefulUntil: new Date('2026-12-01T17:50:00.000Z') }
const late = { now: times.usefulUntil, usefulUntil: times.usefulUntil }
const pending = { state: 'pending' as const, isCurrent: true }
const first = { attempts: 1, receipt: null }

test('what is pending, of the present schedule and in time is to be sent', () => {
  assert.equal(endingUnsent(first, pending, times), null)
  assert.equal(endingUnsent({ attempts: 7, receipt: null }, pending, times), null)
})

test('a send of a slot that was cancelled, or of an older schedule, is cancelled untried', () => {
  for (const slot of [
    { state: 'cancelled' as const, isCurrent: false },
    { state: 'pending' as const, isCurrent: false },
  ]) {
    const ending = endingUnsent(first, slot, times)
    assert.deepEqual([ending?.state, ending?.attempts], ['cancelled', 0])
  }
})

test('found too late, what was never tried is skipped, what was tried has failed', () => {
  const untried = endingUnsent(first, pending, late)
  assert.deepEqual([untried?.state, untried?.attempts, untried?.sentAt], ['skipped', 0, null])
  assert.equal(endingUnsent({ attempts: 2, receipt: null }, pending, late)?.state, 'failed')
})

test('what killed its sender seven times is not tried an eighth time', () => {
  assert.equal(endingUnsent({ attempts: 8, receipt: null }, pending, times)?.state, 'failed')
})

test('what arrived in part before it became too late counts as sent', () => {
  const ending = endingUnsent({ attempts: 2, receipt: 'told 3' }, pending, late)
  assert.deepEqual([ending?.state, ending?.sentAt], ['sent', late.now])
})

test('a receipt is kept as one printable line of at most 200 characters', () => {
  const ending = endingOfSent(first, { receipt: `250 ok\0\n\ud800${'x'.repeat(300)}` }, now)
  assert.deepEqual([ending.state, ending.sentAt], ['sent', now])
  assert.equal(ending.receipt, `250 ok  \ufffd${'x'.repeat(191)}`)
})

test('with nobody to send it to it is skipped', () => {
  assert.deepEqual([endingOfSent(first, null, now).state, endingOfSent(first, null, now).sentAt], ['skipped', null])
})

test('a failure that passes is tried again, with its kind written down', () => {
  const ending = endingOfFailure(first, new SendFailed('http_500'), times)
  assert.deepEqual(ending, {
    state: 'pending',
    attempts: 1,
    nextAttemptAt: new Date('2026-12-01T17:00:05.000Z'),
    receipt: null,
    lastError: 'http_500',
    sentAt: null,
  })
})

test('a final failure, the last attempt, and one whose repetition would come too late have failed', () => {
  const ends = [
    endingOfFailure(first, new SendFailed('http_404', { isFinal: true }), times),
    endingOfFailure({ attempts: 7, receipt: null }, new SendFailed('http_500'), times),
    endingOfFailure(first, new SendFailed('http_429', { retryAfterMs: 3_600_000 }), times),
  ]
  assert.deepEqual(
    ends.map(({ state }) => state),
    ['failed', 'failed', 'failed'],
  )
})

test('what arrived in part and fails for good counts as sent, now or at an earlier attempt', () => {
  const partly = new SendFailed('push_failed', { isFinal: true, receipt: 'told 3' })
  assert.equal(endingOfFailure(first, partly, times).state, 'sent')
  const whole = new SendFailed('push_failed', { isFinal: true })
  assert.equal(endingOfFailure({ attempts: 2, receipt: 'told 3' }, whole, times).state, 'sent')
})
