import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { refusalByStatus, retryAfterMsOf } from './http-refusal.ts'

const answer = (status: number, more: object = {}) => ({ status, headers: {}, body: {}, isTooLarge: false, ...more })

test('status and form tell the fault before any body is read', () => {
  const cases: [object, string | undefined][] = [
    [answer(200), undefined],
    [answer(400), undefined],
    [answer(200, { body: undefined }), 'unavailable'],
    [answer(403, { body: undefined }), 'unavailable'],
    [answer(429, { body: undefined }), 'rate_limited'],
    [answer(302), 'unavailable'],
    [answer(500), 'unavailable'],
    [answer(503, { body: undefined }), 'unavailable'],
    [answer(429), 'rate_limited'],
    [answer(401), 'auth'],
    [answer(403), 'auth'],
    [answer(402), 'plan'],
    [answer(200, { body: undefined, isTooLarge: true }), 'request'],
  ]
  for (const [given, fault] of cases)
    assert.equal(refusalByStatus(given as ReturnType<typeof answer>)?.fault, fault, JSON.stringify(given))
})

test('what they ask us to wait goes along', () => {
  const headers = { 'retry-after': '2' }
  for (const status of [429, 503]) assert.equal(refusalByStatus(answer(status, { headers }))?.retryAfterMs, 2000)
})

test('a refusal for the rate that resets in some far unit is none for soon', () => {
  for (const reset of ['5001', '41250', '1795219200', '1795219200000'])
    assert.equal(refusalByStatus(answer(429, { headers: { 'x-ratelimit-reset': reset } }))?.retryAfterMs, 60_000)
  for (const reset of ['-1', '0', 'soon'])
    assert.equal(refusalByStatus(answer(429, { headers: { 'x-ratelimit-reset': reset } }))?.retryAfterMs, undefined)
  assert.equal(refusalByStatus(answer(503, { headers: { 'x-ratelimit-reset': '41250' } }))?.retryAfterMs, undefined)
})

test('the wait is read from either form of Retry-After, else from a short x-ratelimit-reset', () => {
  const date = 'Sat, 21 Nov 2026 00:00:00 GMT'
  const cases: [Record<string, string>, number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 00:00:07 GMT', date }, 7000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 00:00:00 GMT', date }, undefined],
    [{ 'retry-after': 'Sat, 21 Nov 2026 00:00:07 GMT' }, undefined],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': '306' }, 306],
    [{ 'retry-after': '1', 'x-ratelimit-reset': '306' }, 1000],
    [{ 'x-ratelimit-reset': '5000' }, 5000],
    [{ 'x-ratelimit-reset': '5001' }, undefined],
    [{ 'x-ratelimit-reset': '-1' }, undefined],
    [{ 'x-ratelimit-reset': '0' }, undefined],
    [{ 'x-ratelimit-reset': '1795219200' }, undefined],
  ]
  for (const [headers, expected] of cases) assert.equal(retryAfterMsOf(headers), expected, JSON.stringify(headers))
})

test('no header makes a wait that is no number of milliseconds', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (retryAfter, reset, date) => {
      const waitMs = retryAfterMsOf({ 'retry-after': retryAfter, 'x-ratelimit-reset': reset, date })
      assert.ok(waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0))
    }),
    { numRuns: 200 },
  )
})
