import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isSuccess, parseRetryAfterMs, refusalByStatus } from './http-refusal.ts'

const response = (status: number, more: object = {}) => ({ status, headers: {}, body: {}, isTooLarge: false, ...more })

test('status and form tell the fault before any body is read', () => {
  const cases: [object, string | undefined][] = [
    [response(200), undefined],
    [response(400), undefined],
    [response(200, { body: undefined }), 'unavailable'],
    [response(403, { body: undefined }), 'unavailable'],
    [response(429, { body: undefined }), 'rate_limited'],
    [response(302), 'unavailable'],
    [response(500), 'unavailable'],
    [response(503, { body: undefined }), 'unavailable'],
    [response(429), 'rate_limited'],
    [response(401), 'auth'],
    [response(403), 'auth'],
    [response(402), 'plan'],
    [response(200, { body: undefined, isTooLarge: true }), 'request'],
  ]
  for (const [given, fault] of cases)
    assert.equal(refusalByStatus(given as ReturnType<typeof response>)?.fault, fault, JSON.stringify(given))
})

test('only a status of 2xx is a success', () => {
  for (const status of [200, 203, 299]) assert.equal(isSuccess({ status }), true)
  for (const status of [199, 300, 400, 404, 500]) assert.equal(isSuccess({ status }), false)
})

test('what they ask us to wait goes along', () => {
  const headers = { 'retry-after': '2' }
  for (const status of [429, 503]) assert.equal(refusalByStatus(response(status, { headers }))?.retryAfterMs, 2000)
})

test('a refusal for the rate that resets in some far unit is none for soon', () => {
  for (const reset of ['5001', '41250', '1795219200', '1795219200000'])
    assert.equal(refusalByStatus(response(429, { headers: { 'x-ratelimit-reset': reset } }))?.retryAfterMs, 60_000)
  for (const reset of ['-1', '0', 'soon'])
    assert.equal(refusalByStatus(response(429, { headers: { 'x-ratelimit-reset': reset } }))?.retryAfterMs, undefined)
  assert.equal(refusalByStatus(response(503, { headers: { 'x-ratelimit-reset': '41250' } }))?.retryAfterMs, undefined)
})

test('the wait is read from both forms of Retry-After, or a short x-ratelimit-reset', () => {
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
  for (const [headers, expected] of cases) assert.equal(parseRetryAfterMs(headers), expected, JSON.stringify(headers))
})

test('no header makes a wait that is no number of milliseconds', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (retryAfter, reset, date) => {
      const waitMs = parseRetryAfterMs({ 'retry-after': retryAfter, 'x-ratelimit-reset': reset, date })
      assert.ok(waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0))
    }),
    { numRuns: 200 },
  )
})
