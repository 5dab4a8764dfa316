import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideNextAttempt,
  getDisabledReason,
  getFailureReason,
  getPauseEnd,
  parseRetryAfter,
} from './retry-schedule.ts'
import type { Reason } from '../../contract/schemas/delivery.ts'

const at = new Date('2026-11-21T12:00:00.000Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

const retried = ['http_5xx', 'redirect', 'timeout', 'dns', 'connect', 'tls', 'blocked_address'] as const
const toResult = (error: Reason | null, status: number | null = null, retryAfterMs: number | null = null) => ({
  error,
  status,
  retryAfterMs,
})

const byDefault = (failures: number) => ({ policy: 'default', failures, at, getChance: () => 0.5 }) as const
const byStandard = (failures: number, chance = 0) =>
  ({ policy: 'standard', failures, at, getChance: () => chance }) as const

test('failures 1 to 4 wait 1, 5, 30 and 120 minutes, the fifth is final (D40)', () => {
  for (const error of retried) {
    for (const [failures, minutes] of [1, 5, 30, 120].entries())
      assert.deepEqual(decideNextAttempt(toResult(error), byDefault(failures)), {
        state: 'pending',
        dueAt: after(minutes * 60),
      })
    assert.deepEqual(decideNextAttempt(toResult(error), byDefault(4)), { state: 'failed' })
  }
})

test('2xx delivers and 4xx fails, at any attempt (D42)', () => {
  for (const failures of [0, 1, 2, 3, 4]) {
    assert.deepEqual(decideNextAttempt(toResult(null, 200), byDefault(failures)), { state: 'delivered' })
    for (const status of [400, 410, 429])
      assert.deepEqual(decideNextAttempt(toResult('http_4xx', status, 5000), byDefault(failures)), {
        state: 'failed',
      })
  }
})

test('default: Retry-After changes no wait', () => {
  const decision = decideNextAttempt(toResult('http_5xx', 503, 9_000_000), byDefault(0))
  assert.deepEqual(decision, { state: 'pending', dueAt: after(60) })
})

test('standard: nine waits of 72 hours in all, then the delivery has failed', () => {
  let seconds = 0
  for (let failures = 0; failures < 9; failures++) {
    const decision = decideNextAttempt(toResult('http_5xx', 500), byStandard(failures))
    assert.ok('dueAt' in decision)
    seconds += (decision.dueAt.getTime() - at.getTime()) / 1000
  }
  assert.equal(Math.round(seconds / 3600), 72)
  assert.deepEqual(decideNextAttempt(toResult('http_5xx', 500), byStandard(9)), { state: 'failed' })
})

test('standard: 429 is retried like 5xx, every other 4xx is final', () => {
  for (const [error, status] of [...retried.map((error) => [error, null] as const), ['http_4xx', 429] as const])
    assert.equal(decideNextAttempt(toResult(error, status), byStandard(0)).state, 'pending')
  for (const status of [400, 401, 404, 408, 410])
    assert.equal(decideNextAttempt(toResult('http_4xx', status), byStandard(0)).state, 'failed')
})

test('standard: a wait is never shorter than the schedule, and at most a tenth longer', () => {
  for (const [chance, seconds] of [
    [0, 300],
    [0.5, 315],
  ] as const)
    assert.deepEqual(decideNextAttempt(toResult('timeout'), byStandard(1, chance)), {
      state: 'pending',
      dueAt: after(seconds),
    })
})

test('standard: Retry-After delays a retry by a day at most, and brings none forward', () => {
  for (const [asked, seconds] of [
    [10, 300],
    [7200, 7200],
    [1_000_000, 24 * 3600],
  ] as const)
    assert.deepEqual(decideNextAttempt(toResult('http_4xx', 429, asked * 1000), byStandard(1)), {
      state: 'pending',
      dueAt: after(seconds),
    })
})

test('Retry-After is a number of seconds or a date; anything else is ignored', () => {
  assert.equal(parseRetryAfter('120', at), 120_000)
  assert.equal(parseRetryAfter('Sat, 21 Nov 2026 12:01:00 GMT', at), 60_000)
  assert.equal(parseRetryAfter('Saturday, 21-Nov-26 12:01:00 GMT', at), 60_000)
  assert.equal(parseRetryAfter('Sat Nov 21 12:01:00 2026', at), 60_000)
  assert.equal(parseRetryAfter('Sat, 21 Nov 2026 11:00:00 GMT', at), 0)
  for (const text of [undefined, '', 'soon', '-1', '1.5', '1e3', '9999999999', '2026-11-21T12:01:00Z'])
    assert.equal(parseRetryAfter(text, at), null, text)
})

test('only a 5xx pauses a subscription, never under the standard policy (D41)', () => {
  assert.deepEqual(getPauseEnd('http_5xx', byDefault(0)), after(6 * 3600))
  assert.equal(getPauseEnd('http_5xx', byStandard(0)), null)
  for (const error of [null, 'http_4xx', 'redirect', 'timeout', 'connect'] as const)
    assert.equal(getPauseEnd(error, byDefault(0)), null)
})

test('standard: 410 or five days of failures disable a subscription', () => {
  const standard = { ...byStandard(0), failingSince: null }
  const failing = (days: number) => ({ ...standard, failingSince: after(-days * 24 * 3600) })
  assert.equal(getDisabledReason(toResult('http_4xx', 410), standard), 'gone')
  assert.equal(getDisabledReason(toResult('http_4xx', 404), standard), null)
  assert.equal(getDisabledReason(toResult('timeout'), failing(4.99)), null)
  assert.equal(getDisabledReason(toResult('timeout'), failing(5)), 'failing')
  assert.equal(getDisabledReason(toResult(null, 200), failing(5)), null)
  const failingByDefault = { ...byDefault(0), failingSince: after(-9 * 24 * 3600) }
  for (const status of [410, 500]) assert.equal(getDisabledReason(toResult('http_4xx', status), failingByDefault), null)
})

test('every status has a failure reason or succeeds', () => {
  const kinds = { 200: null, 204: null, 299: null, 301: 'redirect', 304: 'redirect', 400: 'http_4xx', 410: 'http_4xx' }
  const more = {
    429: 'http_4xx',
    499: 'http_4xx',
    500: 'http_5xx',
    503: 'http_5xx',
    599: 'http_5xx',
    600: 'http_other',
  }
  for (const [status, kind] of Object.entries({ ...kinds, ...more }))
    assert.equal(getFailureReason(Number(status)), kind)
})
