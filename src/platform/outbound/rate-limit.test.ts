import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { collectWords, findCode, isRateLimit } from './http-refusal.ts'

const limits: object[] = [
  { code: -32029, message: 'Too many requests' },
  { code: -32000, message: '429 Too Many Requests: {"code":-32016,"message":"over rate limit"}' },
  { code: -32005, message: 'daily request count exceeded, request rate limited' },
  { code: -32007, message: '50/second request limit reached - reduce calls per second or upgrade your account' },
  { code: -32016, message: 'over rate limit' },
  { code: -32090, message: 'Too many requests, reason: call rate limit exhausted, retry in 10s' },
  { code: -32603, message: 'rate limit exceeded' },
  { code: -32000, message: 'rate-limited, please slow down' },
  { code: -32003, message: 'request limit reached' },
  { code: 15, message: 'Too many request, try again later' },
  { code: '-32005', message: '' },
  {
    code: 429,
    message:
      "You have exceeded the maximum number of requests on this node. Please reach out to your provider's support.",
  },
  { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
  { code: -32603, message: 'Your app has exceeded its compute units per second capacity.' },
  { code: -32000, message: 'Monthly capacity limit exceeded. Visit the dashboard to upgrade' },
  { code: -32000, message: 'project ID request rate exceeded' },
  { code: -32000, message: 'exceeded project quota: too much traffic, quota exceeded' },
  { code: -32000, message: 'request throttled' },
  { code: -32000, message: 'Request failed with status code 429' },
  { code: -32000, message: 'HTTP 429' },
  { code: 1, message: 'Max calls per sec rate limit reached (3/sec)' },
  { code: 1, message: 'Max rate limit reached, please use API Key for higher rate limit' },
]

for (const signs of limits)
  test(`a rate limit: ${JSON.stringify(signs)}`, () =>
    assert.equal(isRateLimit({ code: findCode(signs), words: collectWords(signs) }), true))

const others: object[] = [
  { code: -32000, message: 'nonce too low: next nonce 429, tx nonce 428' },
  { code: -32000, message: 'exceeds block gas limit' },
  { code: -32000, message: 'gas limit reached' },
  { code: -32000, message: 'intrinsic gas too low: gas 429, minimum needed 21000' },
  { code: -32000, message: 'max code size exceeded' },
  { code: -32000, message: 'max call depth exceeded' },
  { code: -32000, message: 'account limit exceeded: pooled 16 txs' },
  { code: -32000, message: 'in-flight transaction limit reached for delegated accounts' },
  { code: -32000, message: 'transaction underpriced: gas tip cap 1000000000, minimum needed 3000000000' },
  { code: -32000, message: 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)' },
  { code: -32000, message: 'header not found' },
  { code: -32000, message: 'execution timeout' },
  { code: -32601, message: 'the method eth_maxPriorityFeePerGas does not exist/is not available' },
  { code: -32602, message: 'invalid argument 0: hex string has length 429, want 40' },
  { code: -32603, message: 'internal error' },
  { code: 5000, message: 'system error' },
  { code: 1, message: 'Free API access is not supported for this chain. Please upgrade your api plan' },
]

for (const signs of others)
  test(`no rate limit: ${JSON.stringify(signs)}`, () =>
    assert.equal(isRateLimit({ code: findCode(signs), words: collectWords(signs) }), false))

test('words are found in any shape of body, and not in data', () => {
  const bodies: unknown[] = [
    { error: 'rate limit' },
    { message: 'rate limit' },
    { error: { message: 'rate limit' } },
    { error: { details: { reason: 'rate limit' } } },
    [{ error: { message: 'rate limit' } }],
    { errors: [{ title: 'rate limit' }] },
    { Error: { Message: 'rate limit' } },
  ]
  for (const body of bodies) assert.match(collectWords(body), /rate limit/, JSON.stringify(body))
  for (const body of [{ result: { token_name: 'rate limit' } }, ['rate limit'], { data: 'rate limit' }, null, 429])
    assert.equal(collectWords(body), '', JSON.stringify(body))
})

test('any body is read in bounded time and without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      assert.ok(collectWords(body).length <= 2000)
      isRateLimit({ code: findCode(body), words: collectWords(body) })
    }),
  )
})
