import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelFault } from '../../dev/stand-ins/model.ts'
import { answer, forever, formats, openScripted, question, tinyPicture, told } from '../../test/model-world.ts'

type Format = (typeof formats)[number]

const twice = 'request: gave no valid call of its tool'

/** What comes of a model that always fails in one way, and how often it was asked; in both formats unless two are given. */
type Told = string | typeof answer
const outcomes: [ModelFault | 'none', Told | [Told, Told], number | [number, number]][] = [
  ['none', answer, 1],
  ['stop with call', answer, 1],
  ['ollama', answer, 1],
  ['openrouter', answer, 1],
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
    ['rate_limited: answered 429 (rate_limit_exceeded)', 'rate_limited: answered 429 (rate_limit_error)'],
    1,
  ],
  [
    'rate limit in ms',
    ['rate_limited: answered 429 (rate_limit_exceeded)', 'rate_limited: answered 429 (rate_limit_error)'],
    1,
  ],
  ['slow down', ['rate_limited: answered 503 (slow_down)', 'rate_limited: answered 429 (rate_limit_error)'], 1],
  ['no money', ['plan: answered 429 (credit_balance_exhausted)', 'plan: answered 400 (invalid_request_error)'], 1],
  ['billing', 'plan: answered 402 (billing_error)', 1],
  [
    'spend limit',
    ['plan: answered 429 (organization_spend_limit_exceeded)', 'plan: answered 429 (enforced_spend_limit_reached)'],
    1,
  ],
  ['overloaded', ['unavailable: answered 503 (server_error)', 'unavailable: answered 529 (overloaded_error)'], 1],
  ['server error', ['unavailable: answered 500 (server_error)', 'unavailable: answered 500 (api_error)'], 1],
  ['gateway timeout', ['unavailable: answered 504 (server_error)', 'unavailable: answered 504 (timeout_error)'], 1],
  ['conflict', ['unavailable: answered 409 (invalid_request_error)', 'unavailable: answered 409 (api_error)'], 1],
  ['bad key', ['auth: answered 401 (invalid_api_key)', 'auth: answered 401 (authentication_error)'], 1],
  ['no permission', ['auth: answered 403 (invalid_request_error)', 'auth: answered 403 (permission_error)'], 1],
  ['no model', ['plan: answered 404 (model_not_found)', 'plan: answered 404 (not_found_error)'], 1],
  ['bad request', 'request: answered 400 (invalid_request_error)', 1],
  ['bad temperature', 'request: refuses temperature, which it was not sent', 2],
  ['bad tool choice', 'request: refuses tool_choice, which it was not sent', 2],
  ['too large', 'request: answered 413 (request_too_large)', 1],
  ['too long', ['request: answered 400 (context_length_exceeded)', 'request: answered 400 (invalid_request_error)'], 1],
  ['html 502', 'unavailable: answered 502', 1],
  ['html 200', 'unavailable: answered 200', 1],
  ['cut', 'unavailable: answered 200', 1],
  ['reset', 'unavailable: could not be reached', 1],
  ['redirect', 'request: answered 307', 1],
  [
    'empty choices',
    ['unavailable: call failed (AI_InvalidResponseDataError)', `${twice} (no call, then no call)`],
    [1, 2],
  ],
  ['error in choice', ['unavailable: The gateway has no answer of the model', answer], 1],
  ['error in 200', 'unavailable: answered 200', 1],
]

const of = <T>(expected: T | [T, T], format: Format): T =>
  Array.isArray(expected) ? expected[format === 'openai' ? 0 : 1] : expected

for (const format of formats)
  test(`a model that fails ends as its fault in the ${format} format, and is asked no more than that allows`, async (t) => {
    for (const [fault, outcome, asked] of outcomes) {
      const faultOf = () => (fault === 'none' ? undefined : fault)
      const { model, server } = await openScripted(t, { provider: format, faultOf })
      assert.deepEqual(
        await told(model.judge({ ...question, picture: { bytes: tinyPicture, mediaType: 'image/png' } }, forever)),
        of(outcome, format),
        fault,
      )
      assert.equal(server.requests.length, of(asked, format), fault)
    }
  })

for (const format of formats)
  test(`a model that hangs or drips is given up in the ${format} format when the time is over, its body included`, async (t) => {
    for (const fault of ['hang', 'drip'] as const) {
      const { model } = await openScripted(t, { provider: format, timeoutMs: 150, faultOf: () => fault })
      assert.equal(await told(model.judge(question, forever)), 'timeout: gave no whole answer in time')
    }
  })

test('a server that isn’t there is unavailable', async (t) => {
  const { model, server } = await openScripted(t, {})
  await server.close()
  assert.equal(await told(model.judge(question, forever)), 'unavailable: could not be reached')
})

test('a caller who leaves gets the reason of the own signal', async (t) => {
  const { model } = await openScripted(t, { faultOf: () => 'hang' })
  const abort = new AbortController()
  const reason = new Error('gone')
  const asked = model.judge(question, abort.signal)
  abort.abort(reason)
  await assert.rejects(asked, reason)
})
