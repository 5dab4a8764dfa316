import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Agent } from 'undici'
import { startJsonServer } from '../../../dev/stand-ins/json-server.ts'
import { type ModelFault, type ModelRequest, startModelServer } from '../../../dev/stand-ins/model.ts'
import { closeAfter } from '../../../test/world/waiting.ts'
import {
  response,
  forever,
  formats,
  openScripted,
  question,
  schema,
  tinyImage,
  told,
  unguarded,
} from '../../../test/world/model.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createProviderGuard } from '../../platform/resilience/provider-guard.ts'
import { createModel } from './model-http.ts'
import type { Spending } from './model.ts'

test('rules go to the system role, the image before the text, the tool as given', async (t) => {
  for (const provider of formats) {
    const { model, server } = await openScripted(t, { provider })
    await model.judge({ ...question, image: { bytes: tinyImage, mediaType: 'image/png' } }, forever)
    const { format, headers, ...sent } = only(server.requests)
    assert.deepEqual(sent, {
      model: 'some-model',
      instructions: 'Judge.',
      text: 'A cat on the moon',
      image: tinyImage,
      tool: 'submit_score',
      schema: JSON.parse(JSON.stringify(schema)) as object,
      isForced: true,
      isStrict: false,
      isCacheable: provider === 'anthropic',
      temperature: 0,
      maxTokens: 3000,
      limitName: 'max_tokens',
    })
    assert.deepEqual(Object.keys((sent.schema as typeof schema).properties), ['notes', 'score', 'reason'])
    assert.deepEqual([format, headers.traceparent], [provider, undefined])
  }
})

const onlyFirst = (fault: ModelFault) => ({
  findFault: (_: ModelRequest, count: number) => (count === 1 ? fault : undefined),
})

/** How the second request differs from the first. */
const seconds: [ModelFault, Partial<ModelRequest>][] = [
  ['no call', { isForced: false, maxTokens: 3000 }],
  ['two calls', { isForced: true, maxTokens: 3000 }],
  ['out of range', { isForced: true, maxTokens: 3000 }],
  ['truncated', { isForced: true, maxTokens: 6000 }],
  ['refusal', { isForced: true, maxTokens: 3000 }],
]

test('after an invalid response the model is called once more, with the reminder last', async (t) => {
  for (const [fault, { isForced, maxTokens }] of seconds) {
    const { model, server } = await openScripted(t, onlyFirst(fault))
    assert.deepEqual((await model.judge(question, forever)).arguments, response, fault)
    const [, second, third] = server.requests
    assert.equal(third, undefined, fault)
    assert.equal(second?.text, 'A cat on the moon\nCall the tool.', fault)
    assert.deepEqual([second?.isForced, second?.maxTokens], [isForced, maxTokens], fault)
  }
})

test('content declined once and then garbled is the model’s fault, not the content’s', async (t) => {
  const { model } = await openScripted(t, { findFault: (_, count) => (count === 1 ? 'refusal' : 'no call') })
  assert.equal(
    await told(model.judge(question, forever)),
    'request: gave no valid call of its tool (declined, then no call)',
  )
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
    const findFault = (request: ModelRequest) => (isSent(request) ? fault : undefined)
    const { model, server } = await openScripted(t, { findFault, onWarning: (warning) => warnings.push(warning) })
    assert.deepEqual((await model.judge(question, forever)).arguments, response, name)
    assert.deepEqual((await model.judge(question, forever)).arguments, response, name)
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
  const findFault = (request: ModelRequest) => (strictly(request) ? ('bad strict' as const) : undefined)
  const { model, server } = await openScripted(t, { provider: 'anthropic', name: 'claude-haiku-5-5', findFault })
  assert.deepEqual((await model.judge(question, forever)).arguments, response)
  assert.deepEqual(server.requests.map(strictly), [true, false])
})

const refuseCache = ({ isCacheable }: ModelRequest) => (isCacheable ? ('bad cache control' as const) : undefined)

test('the cache is no longer asked for when that is refused', async (t) => {
  const { model, server } = await openScripted(t, { provider: 'anthropic', findFault: refuseCache })
  for (const _ of [1, 2]) assert.deepEqual((await model.judge(question, forever)).arguments, response)
  assert.deepEqual(
    server.requests.map(({ isCacheable }) => isCacheable),
    [true, false, false],
  )
})

const refuseFirst = (_: ModelRequest, count: number) => (count === 1 ? ('bad limit name' as const) : undefined)

test('a parameter that only the message of another complaint mentions is kept', async (t) => {
  const { model, server } = await openScripted(t, { findFault: refuseFirst })
  await model.judge(question, forever)
  assert.deepEqual(
    server.requests.map(({ temperature, limitName }) => [temperature, limitName]),
    [
      [0, 'max_tokens'],
      [0, 'max_completion_tokens'],
    ],
  )
})

const useCache = () => ({ read: 400, written: 200 })

/** The savings of 400 tokens read from the cache and 200 written to it. */
const savings: [provider: 'openai' | 'anthropic', name: string, saved: number][] = [
  ['anthropic', 'claude-haiku-5-5', 310],
  ['openai', 'gpt-4o-mini', 200],
  ['openai', 'gpt-4.1', 300],
  ['openai', 'gpt-5-mini', 360],
  ['openai', 'some-model', 0],
]

test('tokens from the cache are counted, and priced where the rates are known', async (t) => {
  for (const [provider, name, savedTokens] of savings) {
    const spent: Spending[] = []
    const { model } = await openScripted(t, { provider, name, useCache })
    await model.judge({ ...question, onSpent: (spending) => spent.push(spending) }, forever)
    assert.deepEqual(only(spent), { inputTokens: 812, outputTokens: 64, cachedTokens: 400, savedTokens }, name)
  }
})

test('a change of the model behind a name is reported, with whether the model is new', async (t) => {
  const ids = ['a', 'a', 'b', 'a', 'b', 'c']
  const changes: string[] = []
  const answers: string[] = []
  const { model } = await openScripted(t, {
    resolvedModel: () => ids.shift() ?? '',
    onModelChange: ({ from, to, isNew }) => changes.push(`${from} ${to} ${isNew}`),
    onAnswer: (kind) => answers.push(kind),
  })
  for (let left = ids.length; left > 0; left--) await model.judge(question, forever)
  assert.deepEqual(changes, ['a b true', 'b a false', 'a b false', 'b c true'])
  assert.deepEqual(answers, Array(6).fill('response'))
})

const refusesAll = (request: ModelRequest) => refusing.find(([, , isSent]) => isSent(request))?.[1]

test('several refusals in a row, and calls at the same time, are all learnt from', async (t) => {
  const { model, server } = await openScripted(t, { findFault: refusesAll })
  const responses = await Promise.all([1, 2, 3].map(() => model.judge(question, forever)))
  assert.equal(responses.length, 3)
  const before = server.requests.length
  await model.judge(question, forever)
  assert.equal(server.requests.length, before + 1)
})

test('every answer is paid for, the unusable ones too', async (t) => {
  const spent: Spending[] = []
  const onSpent = (spending: Spending) => spent.push(spending)
  for (const fault of ['no call', 'truncated', 'refusal'] as const) {
    const { model } = await openScripted(t, onlyFirst(fault))
    await model.judge({ ...question, onSpent }, forever)
  }
  assert.deepEqual(
    spent.map((spending) => Object.values(spending)),
    Array.from({ length: 6 }, () => [812, 64, 0, 0]),
  )
})

test('an answer says which model gave it, under which request, and what it cost', async (t) => {
  for (const provider of formats) {
    const { model } = await openScripted(t, { provider, resolvedModel: () => 'some-model-2026-10-01\n' })
    const { latencyMs, ...rest } = await model.judge(question, forever)
    assert.deepEqual(rest, {
      arguments: response,
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
    const { model } = await openScripted(t, { findFault: () => fault })
    await assert.rejects(model.judge(question, forever), { retryAfterMs: ms })
  }
})

test('parameters that a newer model is known to reject are not sent', async (t) => {
  const warnings: string[] = []
  const settings = {
    provider: 'anthropic',
    name: 'claude-sonnet-5-5',
    onWarning: (text: string) => warnings.push(text),
  } as const
  const { model, server } = await openScripted(t, settings)
  await model.judge(question, forever)
  await model.judge(question, forever)
  assert.deepEqual(
    server.requests.map(({ temperature, isForced, isStrict }) => [temperature, isForced, isStrict]),
    [
      [undefined, false, true],
      [undefined, false, true],
    ],
  )
  assert.deepEqual(warnings, [])
})

test('without a base URL the providers’ own addresses are asked, strictly', async (t) => {
  const asked: string[] = []
  const settings = [
    ['openai', 'gpt-5-mini', 'https://api.openai.com/v1/chat/completions', 'max_completion_tokens'],
    ['anthropic', 'claude-haiku-5-5', 'https://api.anthropic.com/v1/messages', 'max_tokens'],
  ] as const
  for (const [provider, name, url, limitName] of settings) {
    const server = await startModelServer({ judge: () => response })
    t.after(server.close)
    const dispatcher = new Agent().compose((dispatch) => (request, handler) => {
      asked.push(`${String(request.origin)}${request.path}`)
      return dispatch({ ...request, origin: new URL(server.baseUrl).origin }, handler)
    })
    const model = createModel({
      provider,
      name,
      baseUrl: null,
      apiKey: 'key',
      timeoutMs: 10_000,
      guard: unguarded,
      dispatcher,
    })
    assert.deepEqual(
      (await model.judge({ ...question, image: { bytes: tinyImage, mediaType: 'image/png' } }, forever)).arguments,
      response,
    )
    assert.equal(asked.at(-1), url)
    assert.deepEqual([only(server.requests).limitName, only(server.requests).isStrict], [limitName, true])
  }
})

test('a server without keys is asked without one', async (t) => {
  const { model } = await openScripted(t, { isKeyless: true, apiKey: null })
  assert.deepEqual((await model.judge(question, forever)).arguments, response)
  const { model: keyed } = await openScripted(t, { apiKey: null })
  assert.equal(await told(keyed.judge(question, forever)), 'auth: responded with 401 (invalid_api_key): bad key')
})

test('an error holds no key, no text and no image', async (t) => {
  for (const fault of ['bad request', 'bad key', 'reset', 'html 200', 'no call', 'refusal', 'empty choices'] as const) {
    const { model } = await openScripted(t, { apiKey: 'sk-very-secret', findFault: () => fault })
    const error: unknown = await model
      .judge({ ...question, image: { bytes: tinyImage, mediaType: 'image/png' } }, forever)
      .catch((error: unknown) => error)
    const shown = inspect(error, { depth: null, showHidden: true })
    for (const secret of ['sk-very-secret', 'cat on the moon', tinyImage.toString('base64'), '127.0.0.1'])
      assert.ok(!shown.includes(secret), `${fault}: ${secret}`)
  }
})

test('the guard retries a wire fault as one attempt, and no unusable response', async (t) => {
  const guard = createProviderGuard({
    name: 'model',
    concurrency: 8,
    queue: 32,
    metrics: createMetrics(),
    clock: { now: () => new Date() },
    retryBaseMs: 1,
  })
  const flaky = await openScripted(t, {
    guard,
    findFault: (_, count) => (['server error', 'no call', 'reset'] as const)[count - 1],
  })
  assert.deepEqual((await flaky.model.judge(question, forever)).arguments, response)
  assert.equal(flaky.server.requests.length, 4)

  const babbling = await openScripted(t, { guard, findFault: () => 'no call' })
  for (const _ of Array(6)) await told(babbling.model.judge(question, forever))
  assert.equal(guard.state(), 'closed')

  const broke = await openScripted(t, { guard, findFault: () => 'no money' })
  await told(broke.model.judge(question, forever))
  assert.deepEqual([broke.server.requests.length, guard.state()], [1, 'closed'])
})

function only<T>(list: T[]): T {
  const [first, ...more] = list
  assert.equal(more.length, 0)
  assert.ok(first)
  return first
}

for (const usage of [undefined, null])
  test(`a message in the anthropic format whose usage is ${usage} is accepted`, async (t) => {
    const content = [{ type: 'tool_use', id: 'toolu_0', name: 'submit_score', input: response }]
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'some-model', content }
    const body = { ...message, stop_reason: 'tool_use', stop_sequence: null, usage }
    const server = await startJsonServer({ path: '/v1', respond: () => ({ body }) })
    closeAfter(t, server.close)
    const connection = { provider: 'anthropic', apiKey: 'key', baseUrl: server.url, name: 'some-model' } as const
    const model = createModel({ ...connection, timeoutMs: 10_000, guard: unguarded })
    assert.deepEqual((await model.judge(question, forever)).arguments, response)
    assert.equal(server.requests.length, 1)
  })
