import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelFault } from '../../../dev/stand-ins/model.ts'
import { response, forever, formats, openScripted, question, tinyImage, told } from '../../../test/model-world.ts'

type Format = (typeof formats)[number]

const twice = 'request: gave no valid call of its tool'

/** The outcomes of a model that always fails in one way, with the number of requests; one outcome for both formats, or one each. */
type Told = string | typeof response
const outcomes: [ModelFault | 'none', Told | [Told, Told], number | [number, number]][] = [
  ['none', response, 1],
  ['stop with call', response, 1],
  ['ollama', response, 1],
  ['openrouter', response, 1],
  ['no call', `${twice} (no call, then no call)`, 2],
  ['wrong tool', `${twice} (no call, then invalid call)`, 2],
  ['two calls', `${twice} (invalid call, then invalid call)`, 2],
  ['bad arguments', `${twice} (invalid call, then invalid call)`, 2],
  ['missing argument', `${twice} (invalid call, then invalid call)`, 2],
  ['extra argument', `${twice} (invalid call, then invalid call)`, 2],
  ['wrong type', `${twice} (invalid call, then invalid call)`, 2],
  ['out of range', `${twice} (invalid call, then invalid call)`, 2],
  ['truncated', `${twice} (truncated, then truncated)`, 2],
  ['refusal', 'JudgeDeclined', 2],
  ['filtered', 'JudgeDeclined', 2],
  [
    'rate limit',
    ['rate_limited: responded with 429 (rate_limit_exceeded)', 'rate_limited: responded with 429 (rate_limit_error)'],
    1,
  ],
  [
    'rate limit in ms',
    ['rate_limited: responded with 429 (rate_limit_exceeded)', 'rate_limited: responded with 429 (rate_limit_error)'],
    1,
  ],
  [
    'slow down',
    ['rate_limited: responded with 503 (slow_down)', 'rate_limited: responded with 429 (rate_limit_error)'],
    1,
  ],
  [
    'no money',
    ['plan: responded with 429 (credit_balance_exhausted)', 'plan: responded with 400 (invalid_request_error)'],
    1,
  ],
  ['billing', 'plan: responded with 402 (billing_error)', 1],
  [
    'spend limit',
    [
      'plan: responded with 429 (organization_spend_limit_exceeded)',
      'plan: responded with 429 (enforced_spend_limit_reached)',
    ],
    1,
  ],
  [
    'overloaded',
    ['unavailable: responded with 503 (server_error)', 'unavailable: responded with 529 (overloaded_error)'],
    1,
  ],
  [
    'server error',
    ['unavailable: responded with 500 (server_error)', 'unavailable: responded with 500 (api_error)'],
    1,
  ],
  [
    'gateway timeout',
    ['unavailable: responded with 504 (server_error)', 'unavailable: responded with 504 (timeout_error)'],
    1,
  ],
  [
    'conflict',
    ['unavailable: responded with 409 (invalid_request_error)', 'unavailable: responded with 409 (api_error)'],
    1,
  ],
  ['bad key', ['auth: responded with 401 (invalid_api_key)', 'auth: responded with 401 (authentication_error)'], 1],
  [
    'no permission',
    ['auth: responded with 403 (invalid_request_error)', 'auth: responded with 403 (permission_error)'],
    1,
  ],
  ['no model', ['plan: responded with 404 (model_not_found)', 'plan: responded with 404 (not_found_error)'], 1],
  ['bad request', 'request: responded with 400 (invalid_request_error)', 1],
  ['bad temperature', 'request: refuses temperature, which it was not sent', 2],
  ['bad tool choice', 'request: refuses tool_choice, which it was not sent', 2],
  ['too large', 'request: responded with 413 (request_too_large)', 1],
  [
    'too long',
    ['request: responded with 400 (context_length_exceeded)', 'request: responded with 400 (invalid_request_error)'],
    1,
  ],
  ['html 403', 'request: responded with 403', 1],
  ['moderated by a gateway', 'request: responded with 403', 1],
  ['html 502', 'unavailable: responded with 502', 1],
  ['html 200', 'unavailable: responded with 200', 1],
  ['cut', 'unavailable: responded with 200', 1],
  ['reset', 'unavailable: could not be reached', 1],
  ['redirect', 'request: responded with 307', 1],
  [
    'empty choices',
    ['unavailable: call failed (AI_InvalidResponseDataError)', `${twice} (no call, then no call)`],
    [1, 2],
  ],
  ['error in choice', ['unavailable: The gateway has no response of the model', response], 1],
  ['error in 200', 'unavailable: responded with 200', 1],
]

const of = <T>(expected: T | [T, T], format: Format): T =>
  Array.isArray(expected) ? expected[format === 'openai' ? 0 : 1] : expected

for (const format of formats)
  test(`${format} format: a failing model ends as its fault within the allowed calls`, async (t) => {
    for (const [fault, outcome, asked] of outcomes) {
      const findFault = () => (fault === 'none' ? undefined : fault)
      const { model, server } = await openScripted(t, { provider: format, findFault })
      assert.deepEqual(
        await told(model.judge({ ...question, image: { bytes: tinyImage, mediaType: 'image/png' } }, forever)),
        of(outcome, format),
        fault,
      )
      assert.equal(server.requests.length, of(asked, format), fault)
    }
  })

for (const format of formats)
  test(`${format} format: a model that hangs or drips ends in a timeout`, async (t) => {
    for (const fault of ['hang', 'drip'] as const) {
      const { model } = await openScripted(t, { provider: format, timeoutMs: 150, findFault: () => fault })
      assert.equal(await told(model.judge(question, forever)), 'timeout: did not respond completely in time')
    }
  })

test('a server that isn’t there is unavailable', async (t) => {
  const { model, server } = await openScripted(t, {})
  await server.close()
  assert.equal(await told(model.judge(question, forever)), 'unavailable: could not be reached')
})

test('a caller who leaves gets the reason of the own signal', async (t) => {
  const { model } = await openScripted(t, { findFault: () => 'hang' })
  const abort = new AbortController()
  const reason = new Error('gone')
  const asked = model.judge(question, abort.signal)
  abort.abort(reason)
  await assert.rejects(asked, reason)
})
