import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfStatus, pauseAfter, verdictOn } from './retry.ts'

const at = new Date('2026-11-21T12:00:00.000Z')
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

test('failures 1 to 4 wait 1, 5, 30 and 120 minutes, the fifth ends it (D40)', () => {
  for (const error of ['http_5xx', 'redirect', 'timeout', 'dns', 'connect', 'tls', 'blocked_address'] as const) {
    for (const [failures, minutes] of [1, 5, 30, 120].entries())
      assert.deepEqual(verdictOn(error, { failures, at }), { state: 'pending', dueAt: after(minutes) })
    assert.deepEqual(verdictOn(error, { failures: 4, at }), { state: 'failed' })
  }
})

test('2xx delivers and 4xx fails, at any attempt (D42)', () => {
  for (const failures of [0, 1, 2, 3, 4]) {
    assert.deepEqual(verdictOn(null, { failures, at }), { state: 'delivered' })
    assert.deepEqual(verdictOn('http_4xx', { failures, at }), { state: 'failed' })
  }
})

test('a 5xx and nothing else pauses, for six hours (D41)', () => {
  assert.deepEqual(pauseAfter('http_5xx', at), after(360))
  for (const error of [null, 'http_4xx', 'redirect', 'timeout', 'connect'] as const)
    assert.equal(pauseAfter(error, at), null)
})

test('every status is of one kind', () => {
  const kinds = { 200: null, 204: null, 299: null, 301: 'redirect', 304: 'redirect', 400: 'http_4xx', 410: 'http_4xx' }
  const more = {
    429: 'http_4xx',
    499: 'http_4xx',
    500: 'http_5xx',
    503: 'http_5xx',
    599: 'http_5xx',
    600: 'http_other',
  }
  for (const [status, kind] of Object.entries({ ...kinds, ...more })) assert.equal(faultOfStatus(Number(status)), kind)
})
