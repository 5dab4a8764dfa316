import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelFault } from '../../../dev/stand-ins/model.ts'
import { fastTimer } from '../../../test/provider-fixtures.ts'
import { response, forever, formats, openScripted, question, tinyImage, told } from '../../../test/model-world.ts'
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
    told: [`${invalid} (truncated, then truncated)`, 'request: The request is too large for the model'],
    asked: [2, 1],
    paid: [2, 1],
  },

  refusal: again('JudgeDeclined'),
  filtered: again('JudgeDeclined'),
  'content policy': { told: 'JudgeDeclined', asked: 2 },
  'moderated by a gateway': { told: 'JudgeDeclined', asked: 2 },

  'rate limit': limited('429 (rate_limit_exceeded)', '429 (rate_limit_error)'),
  'rate limit in ms': limited('429 (rate_limit_exceeded)', '429 (rate_limit_error)'),
  'rate limit until': limited('429 (rate_limit_exceeded)', '429 (rate_limit_error)'),
  'rate limit for long': { ...limited('429 (rate_limit_exceeded)', '429 (rate_limit_error)'), asked: 1 },
  'slow down': limited('503 (slow_down)', '429 (rate_limit_error)'),
  'rate limit in 200': limited('200', '200'),
  'rate limit in choice': {
    told: ['rate_limited: The gateway returned no response of the model', response],
    asked: [4, 1],
    paid: [4, 1],
    state: ['limited', 'closed'],
  },

  'no money': hopeless([
    'plan: responded with 429 (credit_balance_exhausted)',
    'plan: responded with 400 (invalid_request_error)',
  ]),
  billing: hopeless('plan: responded with 402 (billing_error)'),
  'spend limit': hopeless([
    'plan: responded with 429 (organization_spend_limit_exceeded)',
    'plan: responded with 429 (enforced_spend_limit_reached)',
  ]),
  'no money in 200': hopeless('plan: responded with 200'),
  'no money in choice': {
    told: ['plan: The gateway returned no response of the model', response],
    asked: 1,
    paid: 1,
  },
  'bad key': hopeless([
    'auth: responded with 401 (invalid_api_key)',
    'auth: responded with 401 (authentication_error)',
  ]),
  'no permission': hopeless([
    'auth: responded with 403 (invalid_request_error)',
    'auth: responded with 403 (permission_error)',
  ]),
  'no model': hopeless(['plan: responded with 404 (model_not_found)', 'plan: responded with 404 (not_found_error)']),

  overloaded: persistent([
    'unavailable: responded with 503 (server_error)',
    'unavailable: responded with 529 (overloaded_error)',
  ]),
  'server error': persistent([
    'unavailable: responded with 500 (server_error)',
    'unavailable: responded with 500 (api_error)',
  ]),
  'gateway timeout': persistent([
    'unavailable: responded with 504 (server_error)',
    'unavailable: responded with 504 (timeout_error)',
  ]),
  conflict: persistent([
    'unavailable: responded with 409 (invalid_request_error)',
    'unavailable: responded with 409 (api_error)',
  ]),
  'html 502': persistent('unavailable: responded with 502'),
  'html 200': persistent('unavailable: responded with 200'),
  'error in 200': persistent('unavailable: responded with 200'),
  'error in choice': {
    told: ['unavailable: The gateway returned no response of the model', response],
    asked: [3, 1],
    paid: [3, 1],
  },
  'empty choices': {
    told: ['unavailable: call failed (AI_InvalidResponseDataError)', `${invalid} (no call, then no call)`],
    asked: [3, 2],
    paid: [0, 2],
  },
  cut: persistent('unavailable: responded with 200'),
  reset: persistent('unavailable: could not be reached'),
  hang: persistent('timeout: did not respond completely in time'),
  drip: persistent('timeout: did not respond completely in time'),

  // A parameter is omitted once it is refused; refused all the same, it is no longer the parameter.
  'bad temperature': { told: 'request: refuses temperature, which it was not sent', asked: 2 },
  'bad tool choice': { told: 'request: refuses tool_choice, which it was not sent', asked: 2 },
  'bad limit name': { told: 'request: refuses max_tokens, which it was not sent', asked: 2 },
  'bad cache control': { told: 'request: refuses cache_control, which it was not sent', asked: 2 },
  'bad strict': { told: 'request: refuses strict, which it was not sent', asked: 2 },
  'bad request': hopeless('request: responded with 400 (invalid_request_error)'),
  'too large': hopeless('request: responded with 413 (request_too_large)'),
  'too long': hopeless([
    'request: responded with 400 (context_length_exceeded)',
    'request: responded with 400 (invalid_request_error)',
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
