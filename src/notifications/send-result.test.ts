import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFailureResult, toSentResult, findUnsentResult } from './send-result.ts'
import { SendFailed } from './channels/channel.ts'

const now = new Date('2026-12-01T17:00:00.000Z')
const times = { now, expiresAt: new Date('2026-12-01T17:50:00.000Z') }
const late = { now: times.expiresAt, expiresAt: times.expiresAt }
const pending = { state: 'pending' as const, isCurrent: true, isHidden: false }
const first = { attempts: 1, receipt: null }

test('a pending send of the current schedule goes out before its expiry', () => {
  assert.equal(findUnsentResult(first, pending, times), null)
  assert.equal(findUnsentResult({ attempts: 7, receipt: null }, pending, times), null)
})

test('a send of a cancelled or outdated slot is cancelled', () => {
  for (const slot of [
    { state: 'cancelled' as const, isCurrent: false, isHidden: false },
    { state: 'pending' as const, isCurrent: false, isHidden: false },
  ]) {
    const result = findUnsentResult(first, slot, times)
    assert.deepEqual([result?.state, result?.attempts], ['cancelled', 0])
  }
})

test('a send of a launch that was taken down is skipped', () => {
  const result = findUnsentResult(first, { ...pending, isHidden: true }, times)
  assert.deepEqual([result?.state, result?.lastError], ['skipped', 'hidden'])
  assert.equal(
    findUnsentResult({ attempts: 2, receipt: 'delivered 3' }, { ...pending, isHidden: true }, times)?.state,
    'sent',
  )
})

test('after the expiry an unattempted send is skipped, an attempted one failed', () => {
  const untried = findUnsentResult(first, pending, late)
  assert.deepEqual([untried?.state, untried?.attempts, untried?.sentAt], ['skipped', 0, null])
  assert.equal(findUnsentResult({ attempts: 2, receipt: null }, pending, late)?.state, 'failed')
})

test('a send that was interrupted seven times has failed', () => {
  assert.equal(findUnsentResult({ attempts: 8, receipt: null }, pending, times)?.state, 'failed')
})

test('an expired send that reached some recipients is sent', () => {
  const result = findUnsentResult({ attempts: 2, receipt: 'delivered 3' }, pending, late)
  assert.deepEqual([result?.state, result?.sentAt], ['sent', late.now])
})

test('a receipt is stored as one printable line of at most 200 characters', () => {
  const result = toSentResult(first, { receipt: `250 ok\0\n\ud800${'x'.repeat(300)}` }, now)
  assert.deepEqual([result.state, result.sentAt], ['sent', now])
  assert.equal(result.receipt, `250 ok  \ufffd${'x'.repeat(191)}`)
})

test('a send without recipients is skipped', () => {
  assert.deepEqual([toSentResult(first, null, now).state, toSentResult(first, null, now).sentAt], ['skipped', null])
})

test('a temporary failure is retried and its reason recorded', () => {
  const result = toFailureResult(first, new SendFailed('http_500'), times)
  assert.deepEqual(result, {
    state: 'pending',
    attempts: 1,
    nextAttemptAt: new Date('2026-12-01T17:00:05.000Z'),
    receipt: null,
    lastError: 'http_500',
    sentAt: null,
  })
})

test('a final failure, the last attempt and a retry after the expiry have failed', () => {
  const ends = [
    toFailureResult(first, new SendFailed('http_404', { isFinal: true }), times),
    toFailureResult({ attempts: 7, receipt: null }, new SendFailed('http_500'), times),
    toFailureResult(first, new SendFailed('http_429', { retryAfterMs: 3_600_000 }), times),
  ]
  assert.deepEqual(
    ends.map(({ state }) => state),
    ['failed', 'failed', 'failed'],
  )
})

test('a send that reached some recipients and then fails for good is sent', () => {
  const partly = new SendFailed('push_failed', { isFinal: true, receipt: 'delivered 3' })
  assert.equal(toFailureResult(first, partly, times).state, 'sent')
  const whole = new SendFailed('push_failed', { isFinal: true })
  assert.equal(toFailureResult({ attempts: 2, receipt: 'delivered 3' }, whole, times).state, 'sent')
})
