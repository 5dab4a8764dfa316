import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelFault } from '../../../dev/stand-ins/model.ts'
import { fastTimer } from '../../../test/fixtures/providers.ts'
import { response, forever, formats, openScripted, question, tinyImage, told } from '../../../test/world/model.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createProviderGuard } from '../../platform/resilience/provider-guard.ts'
import type { Spending } from './model.ts'

type Format = (typeof formats)[number]

const invalid = 'request: gave no valid call of its tool'
const invalidTwice = `${invalid} (invalid call, then invalid call)`

/** One value for both formats, or one each. */
type Each<T> = T | readonly [openai: T, anthropic: T]

interface Reaction {
  told: Each<string | typeof response>
  /** The number of requests, with all retries. */
  asked: Each<number>
  /** The number of responses whose tokens were counted; none unless given. */
  paid?: Each<number>
  /** The state of the guard; closed unless given. */
  state?: Each<'closed' | 'limited'>
}

const good: Reaction = { told: response, asked: 1, paid: 1 }
const again = (told: Reaction['told']): Reaction => ({ told, asked: 2, paid: 2 })
const persistent = (told: Reaction['told']): Reaction => ({ told, asked: 3 })
const limited = (openai: string, anthropic: string): Reaction => ({
  told: [`rate_limited: responded with ${openai}`, `rate_limited: responded with ${anthropic}`],
  asked: 4,
  state: 'limited',
})
const hopeless = (told: Reaction['told']): Reaction => ({ told, asked: 1 })

const refusing = (asked: readonly [number, number], code: string, words: string): Reaction => ({
  told: [
    `request: responded with 400 (${code}): ${words}`,
    `request: responded with 400 (invalid_request_error): ${words}`,
  ],
  asked,
})

const rateLimitWords = 'Rate limit reached. Add a payment method under billing to increase it.'
const moneyWords = 'Your credit balance is too low to access this service.'

/** The reaction to a model that always fails in one way. */
const reactions: Record<ModelFault | 'none', Reaction> = {
  none: good,
  'stop with call': good,
  ollama: good,
  openrouter: good,

  'no call': again(`${invalid} (no call, then no call)`),
  paused: again(`${invalid} (no call, then no call)`),
  'wrong tool': again(`${invalid} (no call, then invalid call)`),
  'two calls': again(invalidTwice),
  'foreign call': again(invalidTwice),
  'no arguments': again(invalidTwice),
  'bad arguments': again(invalidTwice),
  'missing argument': again(invalidTwice),
  'extra argument': again(invalidTwice),
  'wrong type': again(invalidTwice),
  'out of range': again(invalidTwice),
  truncated: again(`${invalid} (truncated, then truncated)`),
  'no room': {
    told: [`${invalid} (truncated, then truncated)`, 'request: The request is larger than the context of the model'],
    asked: [2, 1],
    paid: [2, 1],
  },

  refusal: again('JudgeDeclined'),
  filtered: again('JudgeDeclined'),
  'content policy': { told: 'JudgeDeclined', asked: 2 },
  'moderated by a gateway': { told: 'JudgeDeclined', asked: 2 },

  'rate limit': limited(`429 (rate_limit_exceeded): ${rateLimitWords}`, `429 (rate_limit_error): ${rateLimitWords}`),
  'rate limit in ms': limited(
    '429 (rate_limit_exceeded): rate limit in ms',
    '429 (rate_limit_error): rate limit in ms',
  ),
  'rate limit until': limited(
    '429 (rate_limit_exceeded): rate limit until',
    '429 (rate_limit_error): rate limit until',
  ),
  'rate limit for long': {
    ...limited('429 (rate_limit_exceeded): rate limit for long', '429 (rate_limit_error): rate limit for long'),
    asked: 1,
  },
  'slow down': limited('503 (slow_down): slow down', '429 (rate_limit_error): slow down'),
  'rate limit in 200': limited('200: upstream', '200: upstream'),
  'rate limit in choice': {
    told: ['rate_limited: responded with 200: upstream', response],
    asked: [4, 1],
    paid: [4, 1],
    state: ['limited', 'closed'],
  },

  'no money': hopeless([
    `plan: responded with 429 (credit_balance_exhausted): ${moneyWords}`,
    `plan: responded with 400 (invalid_request_error): ${moneyWords}`,
  ]),
  billing: hopeless('plan: responded with 402 (billing_error): billing'),
  'spend limit': hopeless([
    'plan: responded with 429 (organization_spend_limit_exceeded): spend limit',
    'plan: responded with 429 (enforced_spend_limit_reached): spend limit',
  ]),
  'no money in 200': hopeless('plan: responded with 200: upstream'),
  'no money in choice': { told: ['plan: responded with 200: upstream', response], asked: 1, paid: 1 },
  'bad key': hopeless([
    'auth: responded with 401 (invalid_api_key): bad key',
    'auth: responded with 401 (authentication_error): bad key',
  ]),
  'no permission': hopeless([
    'auth: responded with 403 (invalid_request_error): no permission',
    'auth: responded with 403 (permission_error): no permission',
  ]),
  'no model': hopeless([
    'plan: responded with 404 (model_not_found): no model',
    'plan: responded with 404 (not_found_error): no model',
  ]),

  overloaded: persistent([
    'unavailable: responded with 503 (server_error): overloaded',
    'unavailable: responded with 529 (overloaded_error): overloaded',
  ]),
  'server error': persistent([
    'unavailable: responded with 500 (server_error): server error',
    'unavailable: responded with 500 (api_error): server error',
  ]),
  'gateway timeout': persistent([
    'unavailable: responded with 504 (server_error): gateway timeout',
    'unavailable: responded with 504 (timeout_error): gateway timeout',
  ]),
  conflict: persistent([
    'unavailable: responded with 409 (invalid_request_error): conflict',
    'unavailable: responded with 409 (api_error): conflict',
  ]),
  'html 502': persistent('unavailable: responded with 502'),
  'html 200': persistent('unavailable: responded with 200 and no JSON'),
  'error in 200': persistent('unavailable: responded with 200: upstream'),
  'error in choice': {
    told: ['unavailable: responded with 200: upstream', response],
    asked: [3, 1],
    paid: [3, 1],
  },
  'empty choices': again(`${invalid} (no call, then no call)`),
  cut: persistent('unavailable: connection closed before the response'),
  reset: persistent('unavailable: connection closed before the response'),
  hang: persistent('timeout: no complete response within 150 ms'),
  drip: persistent('timeout: no complete response within 150 ms'),

  // A complaint about a parameter that was left out already is about something else.
  'bad temperature': refusing(
    [2, 2],
    'unsupported_value',
    "Unsupported value: 'temperature' does not support 0 with this model.",
  ),
  'bad tool choice': refusing(
    [4, 4],
    'unsupported_value',
    'tool_choice: forcing a tool is not supported with this model.',
  ),
  'bad limit name': refusing(
    [2, 2],
    'unsupported_parameter',
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
  ),
  'bad cache control': refusing(
    [1, 2],
    'unsupported_parameter',
    'system.0.cache_control: extra inputs are not permitted',
  ),
  'bad strict': refusing([1, 1], 'unsupported_parameter', 'tools.0.strict: extra inputs are not permitted'),
  'bad request': hopeless('request: responded with 400 (invalid_request_error): bad request'),
  'too large': hopeless('request: responded with 413 (request_too_large): too large'),
  'too long': hopeless([
    'request: The request is larger than the context of the model: too long',
    'request: responded with 400 (invalid_request_error): too long',
  ]),
  'html 403': hopeless('request: responded with 403'),
  redirect: hopeless('request: responded with 307'),
}

const of = <T>(expected: Each<T>, format: Format): T =>
  Array.isArray(expected) ? expected[format === 'openai' ? 0 : 1] : (expected as T)

const openGuard = () =>
  createProviderGuard({
    name: 'model',
    concurrency: 8,
    queue: 32,
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    retryBaseMs: 1,
    timer: fastTimer,
  })

/** Faults that only the timeout ends. */
const slow = new Set<string>(['hang', 'drip'])

for (const format of formats)
  for (const [fault, { told: expected, asked, paid = 0, state = 'closed' }] of Object.entries(reactions))
    test(`${format} format, ${fault}: the reaction is the right one`, async (t) => {
      const guard = openGuard()
      const { model, server } = await openScripted(t, {
        provider: format,
        guard,
        timeoutMs: slow.has(fault) ? 150 : 10_000,
        findFault: () => (fault === 'none' ? undefined : (fault as ModelFault)),
      })
      let counted = 0
      const onSpent = ({ inputTokens }: Spending) => (counted += inputTokens)
      const image = { bytes: tinyImage, mediaType: 'image/png' }
      assert.deepEqual(await told(model.judge({ ...question, image, onSpent }, forever)), of(expected, format))
      assert.deepEqual(
        { asked: server.requests.length, state: guard.state(), tokens: counted },
        { asked: of(asked, format), state: of(state, format), tokens: 812 * of(paid, format) },
      )
    })

const passing: ModelFault[] = [
  ...(['no call', 'two calls', 'foreign call', 'out of range', 'truncated', 'refusal', 'content policy'] as const),
  ...(['rate limit', 'slow down', 'overloaded', 'html 502', 'error in 200', 'cut', 'reset', 'hang'] as const),
]

for (const format of formats)
  test(`${format} format: a fault that passes costs one more request`, async (t) => {
    for (const fault of passing) {
      const { model, server } = await openScripted(t, {
        provider: format,
        guard: openGuard(),
        timeoutMs: slow.has(fault) ? 1000 : 10_000,
        findFault: (_, count) => (count === 1 ? fault : undefined),
      })
      assert.deepEqual(await told(model.judge(question, forever)), response, fault)
      assert.equal(server.requests.length, 2, fault)
    }
  })

test('a server that isn’t there is unavailable', async (t) => {
  const { model, server } = await openScripted(t, {})
  await server.close()
  assert.equal(await told(model.judge(question, forever)), 'unavailable: connection refused')
})

test('a caller who leaves gets the reason of the own signal', async (t) => {
  const { model } = await openScripted(t, { findFault: () => 'hang' })
  const abort = new AbortController()
  const reason = new Error('gone')
  const asked = model.judge(question, abort.signal)
  abort.abort(reason)
  await assert.rejects(asked, reason)
})
