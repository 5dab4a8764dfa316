import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeaderNames, createSignedHeaders, verifyDelivery } from './signing.ts'

const body = '{"id":"evt_1","event":"score.created","timestamp":"2026-11-21T12:00:00.000Z","data":{"name":"Sööck"}}'
const at = new Date('2026-11-21T12:00:00.999Z')
const secret = 'a secret of a receiver'
const deliveryId = `dlv_${'0'.repeat(32)}`
const headers = createSignedHeaders({
  serviceName: 'Launchscore',
  event: 'score.created',
  deliveryId,
  body,
  secret,
  at,
})

test('the headers and the signature are as documented', () => {
  assert.deepEqual(headers, {
    'content-type': 'application/json',
    'user-agent': 'Launchscore-Webhooks/1',
    'X-Launchscore-Event': 'score.created',
    'X-Launchscore-Delivery': deliveryId,
    'X-Launchscore-Timestamp': '1795262400',
    // printf '1795262400.%s' "$body" | openssl dgst -sha256 -hmac 'a secret of a receiver'
    'X-Launchscore-Signature': 'sha256=92e2226e5a10ab8e4293c660d1e866b9b3f8a5a0ea21c3a144157243faf82d35',
  })
})

test('the header names contain SERVICE_NAME (D1)', () => {
  assert.equal(getHeaderNames('Service').event, 'X-Service-Event')
  assert.equal(getHeaderNames('My Score, Inc. 2').signature, 'X-MyScoreInc2-Signature')
})

const received = (over: object = {}) => ({
  signature: headers['X-Launchscore-Signature'],
  timestamp: headers['X-Launchscore-Timestamp'],
  body,
  ...over,
})
const verdicts: [name: string, over: object, verdict: string, secondsLater?: number][] = [
  ['as it was sent', {}, 'good'],
  ['as bytes', { body: Buffer.from(body) }, 'good'],
  ['300 s later', {}, 'good', 299],
  ['301 s later', {}, 'stale', 301],
  ['301 s earlier', {}, 'stale', -301],
  ['another body', { body: `${body} ` }, 'forged'],
  ['another time', { timestamp: '1795262401' }, 'forged'],
  ['half a signature', { signature: headers['X-Launchscore-Signature']?.slice(0, 20) }, 'forged'],
  ['another signature beside it', { signature: `sha256=00, ${headers['X-Launchscore-Signature']}` }, 'forged'],
  ['no signature', { signature: undefined }, 'unsigned'],
  ['no time', { timestamp: undefined }, 'unsigned'],
  ['a malformed time', { timestamp: 'now' }, 'unsigned'],
]
for (const [what, over, verdict, secondsLater = 0] of verdicts)
  test(`a delivery ${what} is ${verdict}`, () =>
    assert.equal(verifyDelivery(received(over), secret, new Date(at.getTime() + secondsLater * 1000)), verdict))
