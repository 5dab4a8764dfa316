import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type ModelFault, type ModelRequest, type ModelScript, startModelServer } from '../../dev/stand-ins/model.ts'
import { openMetrics } from '../platform/metrics.ts'
import { openProviderGuard } from '../platform/provider-guard.ts'
import { UpstreamError } from '../platform/upstream-error.ts'
import { type ModelOptions, openModel } from './model-ai-sdk.ts'
import type { JudgeRequest, Usage } from './model.ts'

const schema = Type.Object(
  { notes: Type.String(), score: Type.Number(), reason: Type.String() },
  { additionalProperties: false },
)
const Ranged = Type.Object({ score: Type.Number({ minimum: 0, maximum: 100 }) })
const verdict = { notes: 'n', score: 72, reason: 'fresh' }
const question: JudgeRequest = {
  instructions: 'Judge.',
  text: 'A cat on the moon',
  tool: { name: 'submit_score', description: 'Submits.', schema, accepts: (args) => Check(Ranged, args) },
  reminder: 'Call the tool.',
}
const picture = Buffer.from('89504e470d0a1a0a', 'hex')
const forever = new AbortController().signal
const unguarded: ModelOptions['guard'] = { run: (work, signal) => work(signal) }
const formats = ['openai', 'anthropic'] as const
type Format = (typeof formats)[number]

async function open(t: TestContext, script: Partial<ModelScript> & Partial<ModelOptions>) {
  const { provider = 'openai', timeoutMs = 10_000, guard = unguarded, name = 'some-model', ...rest } = script
  const server = await startModelServer({ judge: () => verdict, ...rest })
  t.after(server.close)
  const model = openModel({ apiKey: 'key', baseUrl: server.baseUrl, ...rest, provider, timeoutMs, guard, name })
  return { server, model }
}

/** The answer's arguments, or the error in short. */
const told = async (asked: Promise<{ arguments: unknown }>): Promise<unknown> => {
  try {
    return (await asked).arguments
  } catch (error) {
    if (error instanceof UpstreamError) return [error.fault, error.message.replace(/^The model /, '')].join(': ')
    return error instanceof Error ? error.constructor.name : error
  }
}

const twice = 'request: gave no valid call of its tool'

/** What comes of a model that always fails in one way, and how often it was asked; in both formats unless two are given. */
type Told = string | typeof verdict
const outcomes: [ModelFault | 'none', Told | [Told, Told], number | [number, number]][] = [
  ['none', verdict, 1],
  ['stop with call', verdict, 1],
  ['ollama', verdict, 1],
  ['openrouter', verdict, 1],
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
  ['error in choice', ['unavailable: The gateway has no answer of the model', verdict], 1],
  ['error in 200', 'unavailable: answered 200', 1],
]

const of = <T>(expected: T | [T, T], format: Format): T =>
  Array.isArray(expected) ? expected[format === 'openai' ? 0 : 1] : expected

for (const format of formats)
  test(`a model that fails ends as its fault in the ${format} format, and is asked no more than that allows`, async (t) => {
    for (const [fault, outcome, asked] of outcomes) {
      const faultOf = () => (fault === 'none' ? undefined : fault)
      const { model, server } = await open(t, { provider: format, faultOf })
      assert.deepEqual(await told(model.judge({ ...question, picture }, forever)), of(outcome, format), fault)
      assert.equal(server.requests.length, of(asked, format), fault)
    }
  })

for (const format of formats)
  test(`a model that hangs or drips is given up in the ${format} format when the time is over, its body included`, async (t) => {
    for (const fault of ['hang', 'drip'] as const) {
      const { model } = await open(t, { provider: format, timeoutMs: 150, faultOf: () => fault })
      assert.equal(await told(model.judge(question, forever)), 'timeout: gave no whole answer in time')
    }
  })

test('a server that isn’t there is unavailable', async (t) => {
  const { model, server } = await open(t, {})
  await server.close()
  assert.equal(await told(model.judge(question, forever)), 'unavailable: could not be reached')
})

test('a caller who leaves gets the reason of the own signal', async (t) => {
  const { model } = await open(t, { faultOf: () => 'hang' })
  const abort = new AbortController()
  const reason = new Error('gone')
  const asked = model.judge(question, abort.signal)
  abort.abort(reason)
  await assert.rejects(asked, reason)
})

test('the rules go alone to the system role, the picture before the text, and the tool as it was given', async (t) => {
  for (const provider of formats) {
    const { model, server } = await open(t, { provider })
    await model.judge({ ...question, picture }, forever)
    const { format, ...sent } = only(server.requests)
    assert.deepEqual(sent, {
      model: 'some-model',
      instructions: 'Judge.',
      text: 'A cat on the moon',
      picture,
      tool: 'submit_score',
      schema: JSON.parse(JSON.stringify(schema)) as object,
      isForced: true,
      isStrict: false,
      temperature: 0,
      maxTokens: 3000,
      limitName: 'max_tokens',
    })
    assert.deepEqual(Object.keys((sent.schema as typeof schema).properties), ['notes', 'score', 'reason'])
    assert.equal(format, provider)
  }
})

const onlyFirst = (fault: ModelFault) => ({
  faultOf: (_: ModelRequest, count: number) => (count === 1 ? fault : undefined),
})

/** How the second request differs from the first. */
const seconds: [ModelFault, Partial<ModelRequest>][] = [
  ['no call', { isForced: false, maxTokens: 3000 }],
  ['two calls', { isForced: true, maxTokens: 3000 }],
  ['out of range', { isForced: true, maxTokens: 3000 }],
  ['truncated', { isForced: true, maxTokens: 6000 }],
  ['refusal', { isForced: true, maxTokens: 3000 }],
]

test('an answer that can’t be used is asked for once more, with the reminder as the last word', async (t) => {
  for (const [fault, { isForced, maxTokens }] of seconds) {
    const { model, server } = await open(t, onlyFirst(fault))
    assert.deepEqual((await model.judge(question, forever)).arguments, verdict, fault)
    const [, second, third] = server.requests
    assert.equal(third, undefined, fault)
    assert.equal(second?.text, 'A cat on the moon\nCall the tool.', fault)
    assert.deepEqual([second?.isForced, second?.maxTokens], [isForced, maxTokens], fault)
  }
})

test('content that is declined once and then answered badly is a fault of the model, not of the content', async (t) => {
  const { model } = await open(t, { faultOf: (_, count) => (count === 1 ? 'refusal' : 'no call') })
  assert.equal(await told(model.judge(question, forever)), `${twice} (declined, then no call)`)
})

/** Models that refuse to be sent something. */
const refusing: [name: string, fault: ModelFault, isSent: (request: ModelRequest) => boolean][] = [
  ['temperature', 'bad temperature', ({ temperature }) => temperature !== undefined],
  ['tool_choice', 'bad tool choice', ({ isForced }) => isForced],
  ['max_tokens', 'bad limit name', ({ limitName }) => limitName === 'max_tokens'],
]
const strictly = ({ isStrict }: ModelRequest) => isStrict

test('what a model refuses to be sent is left out from then on, and costs no attempt', async (t) => {
  for (const [name, fault, isSent] of refusing) {
    const warnings: string[] = []
    const faultOf = (request: ModelRequest) => (isSent(request) ? fault : undefined)
    const { model, server } = await open(t, { faultOf, onWarning: (warning) => warnings.push(warning) })
    assert.deepEqual((await model.judge(question, forever)).arguments, verdict, name)
    assert.deepEqual((await model.judge(question, forever)).arguments, verdict, name)
    assert.deepEqual(server.requests.map(isSent), [true, false, false], name)
    assert.deepEqual(
      server.requests.map(({ maxTokens }) => maxTokens),
      [3000, 3000, 3000],
      name,
    )
    assert.deepEqual(warnings, [`refused: ${name}`])
  }
})

test('a strict schema is dropped when it is refused', async (t) => {
  const faultOf = (request: ModelRequest) => (strictly(request) ? ('bad strict' as const) : undefined)
  const { model, server } = await open(t, { provider: 'anthropic', name: 'claude-haiku-5-5', faultOf })
  assert.deepEqual((await model.judge(question, forever)).arguments, verdict)
  assert.deepEqual(server.requests.map(strictly), [true, false])
})

const refusesAll = (request: ModelRequest) => refusing.find(([, , isSent]) => isSent(request))?.[1]

test('several refusals in a row, and calls at the same time, are all learnt from', async (t) => {
  const { model, server } = await open(t, { faultOf: refusesAll })
  const answers = await Promise.all([1, 2, 3].map(() => model.judge(question, forever)))
  assert.equal(answers.length, 3)
  const before = server.requests.length
  await model.judge(question, forever)
  assert.equal(server.requests.length, before + 1)
})

test('every answer is paid for, the unusable ones too', async (t) => {
  const spent: Usage[] = []
  const onSpent = (usage: Usage) => spent.push(usage)
  for (const fault of ['no call', 'truncated', 'refusal'] as const) {
    const { model } = await open(t, onlyFirst(fault))
    await model.judge({ ...question, onSpent }, forever)
  }
  assert.deepEqual(
    spent.map((usage) => Object.values(usage)),
    Array.from({ length: 6 }, () => [812, 64]),
  )
})

test('an answer says which model gave it, under which request, and what it cost', async (t) => {
  for (const provider of formats) {
    const { model } = await open(t, { provider, resolvedModel: () => 'some-model-2026-10-01\n' })
    const { latencyMs, ...answer } = await model.judge(question, forever)
    assert.deepEqual(answer, {
      arguments: verdict,
      resolvedModel: 'some-model-2026-10-01',
      requestId: 'req_1',
      inputTokens: 812,
      outputTokens: 64,
    })
    assert.ok(Number.isInteger(latencyMs))
  }
})

test('the wait that a provider asks for is told, in its finest form', async (t) => {
  for (const [fault, ms] of [
    ['rate limit', 7000],
    ['rate limit in ms', 1500],
    ['rate limit until', 9000],
    ['overloaded', undefined],
  ] as const) {
    const { model } = await open(t, { faultOf: () => fault })
    await assert.rejects(model.judge(question, forever), { retryAfterMs: ms })
  }
})

test('what a newer model can’t take is left out by what the client knows of it, and told once', async (t) => {
  const warnings: string[] = []
  const settings = {
    provider: 'anthropic',
    name: 'claude-sonnet-5-5',
    onWarning: (text: string) => warnings.push(text),
  } as const
  const { model, server } = await open(t, settings)
  await model.judge(question, forever)
  await model.judge(question, forever)
  assert.deepEqual(
    server.requests.map(({ temperature, isForced, isStrict }) => [temperature, isForced, isStrict]),
    [
      [undefined, false, true],
      [undefined, false, true],
    ],
  )
  assert.equal(warnings.length, new Set(warnings).size)
  assert.ok(warnings.some((warning) => warning.includes('temperature')))
})

test('nothing is printed of what the client warns of', async (t) => {
  const printed: Error[] = []
  const listen = (warning: Error) => printed.push(warning)
  process.on('warning', listen)
  t.after(() => process.off('warning', listen))
  const { model } = await open(t, { provider: 'anthropic', name: 'claude-sonnet-5-5' })
  await model.judge(question, forever)
  await new Promise(setImmediate)
  assert.deepEqual(printed, [])
})

test('without a base URL the providers’ own addresses are asked, strictly', async (t) => {
  const asked: string[] = []
  const settings = [
    ['openai', 'gpt-5-mini', 'https://api.openai.com/v1/chat/completions', 'max_completion_tokens'],
    ['anthropic', 'claude-haiku-5-5', 'https://api.anthropic.com/v1/messages', 'max_tokens'],
  ] as const
  for (const [provider, name, url, limitName] of settings) {
    const server = await startModelServer({ judge: () => verdict })
    t.after(server.close)
    const reroute: typeof fetch = (input, init) => {
      const { url } = new Request(input)
      asked.push(url)
      return fetch(url.replace(/^https:\/\/[^/]+\/v1/, server.baseUrl), init)
    }
    const model = openModel({
      provider,
      name,
      baseUrl: null,
      apiKey: 'key',
      timeoutMs: 10_000,
      guard: unguarded,
      fetch: reroute,
    })
    assert.deepEqual((await model.judge({ ...question, picture }, forever)).arguments, verdict)
    assert.equal(asked.at(-1), url)
    assert.deepEqual([only(server.requests).limitName, only(server.requests).isStrict], [limitName, true])
  }
})

test('a server without keys is asked without one', async (t) => {
  const { model } = await open(t, { isKeyless: true, apiKey: null })
  assert.deepEqual((await model.judge(question, forever)).arguments, verdict)
  const { model: keyed } = await open(t, { apiKey: null })
  assert.equal(await told(keyed.judge(question, forever)), 'auth: answered 401 (invalid_api_key)')
})

test('an error holds no key, no text and no picture', async (t) => {
  for (const fault of ['bad request', 'bad key', 'reset', 'html 200', 'no call', 'refusal', 'empty choices'] as const) {
    const { model } = await open(t, { apiKey: 'sk-very-secret', faultOf: () => fault })
    const error: unknown = await model.judge({ ...question, picture }, forever).catch((error: unknown) => error)
    const shown = inspect(error, { depth: null, showHidden: true })
    for (const secret of ['sk-very-secret', 'cat on the moon', picture.toString('base64'), '127.0.0.1'])
      assert.ok(!shown.includes(secret), `${fault}: ${secret}`)
  }
})

test('a wire fault is retried by the guard as one attempt; an unusable answer is none of its business', async (t) => {
  const guard = openProviderGuard({
    name: 'model',
    concurrency: 8,
    queue: 32,
    metrics: openMetrics(),
    clock: { now: () => new Date() },
    retryBaseMs: 1,
  })
  const flaky = await open(t, {
    guard,
    faultOf: (_, count) => (['server error', 'no call', 'reset'] as const)[count - 1],
  })
  assert.deepEqual((await flaky.model.judge(question, forever)).arguments, verdict)
  assert.equal(flaky.server.requests.length, 4)

  const babbling = await open(t, { guard, faultOf: () => 'no call' })
  for (const _ of Array(6)) await told(babbling.model.judge(question, forever))
  assert.equal(guard.state(), 'closed')

  const broke = await open(t, { guard, faultOf: () => 'no money' })
  await told(broke.model.judge(question, forever))
  assert.deepEqual([broke.server.requests.length, guard.state()], [1, 'open'])
})

function only<T>(list: T[]): T {
  const [first, ...more] = list
  assert.equal(more.length, 0)
  assert.ok(first)
  return first
}
