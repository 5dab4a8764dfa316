import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Agent } from 'undici'
import { type Asked, type StandInResponse, startJsonServer } from '../../../dev/stand-ins/json-server.ts'
import { closeAfter } from '../../../test/world/waiting.ts'
import { forever, question, response, told, unguarded } from '../../../test/world/model.ts'
import { type ModelOptions, createModel } from './model-http.ts'

type Sent = Record<string, unknown>

interface StubModel extends Partial<ModelOptions> {
  respond: (sent: Sent, count: number) => StandInResponse
}

async function open(t: TestContext, { respond, ...options }: StubModel) {
  const toResponse = (asked: Asked, count: number) => respond(JSON.parse(asked.body) as Sent, count)
  const server = await startJsonServer({ path: '/v1', respond: toResponse })
  closeAfter(t, server.close)
  const warnings: string[] = []
  const connection = { provider: 'openai', baseUrl: server.url, name: 'some-model', apiKey: 'sk-canary-key' } as const
  const onWarning = (warning: string) => warnings.push(warning)
  const model = createModel({ ...connection, timeoutMs: 10_000, guard: unguarded, onWarning, ...options })
  const sent = () => server.requests.map(({ body }) => JSON.parse(body) as Sent)
  return { model, warnings, sent }
}

const args = JSON.stringify(response)
const callOf = (called: object) => ({ function: { name: 'submit_score', arguments: args, ...called } })
const chat = (message: object, choice: object = {}) => ({ choices: [{ message, ...choice }] })
const calling = (called: object, choice: object = {}) => chat({ tool_calls: [callOf(called)] }, choice)
const use = { type: 'tool_use', name: 'submit_score', input: response }
const events = (...all: object[]) =>
  all.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('') + 'data: [DONE]\n'
const chunk = (delta: object, choice: object = {}) => ({ model: 'm', choices: [{ index: 0, delta, ...choice }] })
const pieces = (text: string) => [text.slice(0, 9), text.slice(9, 20), text.slice(20)]

const streamed = events(
  chunk({ role: 'assistant', content: null }),
  ...pieces(args).map((piece, at) =>
    chunk({ tool_calls: [{ index: 0, function: { ...(at === 0 && { name: 'submit_score' }), arguments: piece } }] }),
  ),
  chunk({}, { finish_reason: 'tool_calls' }),
)
const streamedMessage = events(
  { type: 'message_start', message: { model: 'm', content: [], usage: { input_tokens: 3 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', name: 'submit_score', input: {} } },
  ...pieces(args).map((piece) => ({ type: 'content_block_delta', index: 0, delta: { partial_json: piece } })),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4 } },
)

/** Bodies of a 200 that hold a valid call, in the dialects of servers. */
const readable: [name: string, provider: 'openai' | 'anthropic', body: unknown][] = [
  ['arguments as text', 'openai', calling({})],
  ['arguments as an object', 'openai', calling({ arguments: response })],
  ['arguments as text of text', 'openai', calling({ arguments: JSON.stringify(args) })],
  ['arguments in a code block', 'openai', calling({ arguments: `\`\`\`json\n${args}\n\`\`\`` })],
  ['arguments as parameters', 'openai', calling({ arguments: undefined, parameters: response })],
  ['a call that is flat', 'openai', chat({ tool_calls: [{ name: 'submit_score', arguments: args }] })],
  ['one call without a list', 'openai', chat({ tool_calls: callOf({}) })],
  ['a null beside the call', 'openai', chat({ tool_calls: [null, callOf({})] })],
  ['the old function_call', 'openai', chat({ function_call: { name: 'submit_score', arguments: args } })],
  [
    'an empty list beside the old one',
    'openai',
    chat({ tool_calls: [], function_call: { name: 'submit_score', arguments: args } }),
  ],
  ['a namespace in the name', 'openai', calling({ name: 'functions.submit_score' })],
  ['tokens behind the name', 'openai', calling({ name: 'submit_score<|channel|>commentary' })],
  ['white space around the name', 'openai', calling({ name: ' submit_score\n' })],
  ['one choice without a list', 'openai', { choices: { message: { tool_calls: [callOf({})] } } }],
  ['finish reasons in capitals', 'openai', calling({}, { finish_reason: 'TOOL_CALLS' })],
  ['a finish reason that is a number', 'openai', calling({}, { finish_reason: 128009 })],
  ['a finish reason that is an object', 'openai', calling({}, { finish_reason: { type: 'stop' } })],
  [
    'role, id, model and created of wrong types',
    'openai',
    { ...calling({ id: 7 }), id: 1, model: null, created: 'x', role: 'model' },
  ],
  ['usage as a list', 'openai', { ...calling({}), usage: [] }],
  ['usage of nulls', 'openai', { ...calling({}), usage: { prompt_tokens: null, prompt_tokens_details: null } }],
  ['an error that is null', 'openai', { ...calling({}), error: null }],
  ['a list around everything', 'openai', [calling({})]],
  ['an envelope around everything', 'openai', { code: 0, success: true, data: calling({}) }],
  ['NaN in a field', 'openai', JSON.stringify({ ...calling({}), logprobs: 'X' }).replace('"X"', 'NaN')],
  ['a byte order mark', 'openai', `\uFEFF${JSON.stringify(calling({}))}`],
  ['a stream that nobody asked for', 'openai', streamed],
  ['blocks of unknown types', 'anthropic', { content: [{ type: 'new' }, null, 'x', { type: 'thinking' }, use] }],
  ['one block without a list', 'anthropic', { content: use }],
  ['input as text', 'anthropic', { content: [{ ...use, input: args }] }],
  ['no usage, stop reason, role or model', 'anthropic', { content: [use] }],
  ['a stop reason that is a number', 'anthropic', { content: [use], stop_reason: 2, usage: 'none', model: 4 }],
  ['a stream that nobody asked for', 'anthropic', streamedMessage],
]

for (const [name, provider, body] of readable)
  test(`${provider} format: an answer is read with ${name}`, async (t) => {
    const { model, sent } = await open(t, { provider, respond: () => ({ body }) })
    assert.deepEqual(await told(model.judge(question, forever)), response)
    assert.equal(sent().length, 1)
  })

const declining = [
  'SAFETY',
  'PROHIBITED_CONTENT',
  'RECITATION',
  'BLOCKLIST',
  'SPII',
  'IMAGE_SAFETY',
  'Content_Filter',
  'content_filter: PROHIBITED_CONTENT',
  'FINISH_REASON_SAFETY',
  'refusal',
  'sensitive',
  'guardrail_intervened',
]

/** Bodies of a 200 without a valid call: the reaction after two of them. */
const unreadable: [name: string, provider: 'openai' | 'anthropic', body: unknown, expected: RegExp][] = [
  ['content alone', 'openai', chat({ content: args }), /^request: .*no call, then no call/],
  ['a null as content', 'anthropic', { content: null, stop_reason: 'tool_use' }, /^request: .*no call/],
  ['text as content', 'anthropic', { content: 'Hello' }, /^request: .*no call/],
  ['two calls', 'openai', chat({ tool_calls: [callOf({}), callOf({})] }), /^request: .*invalid call/],
  ['arguments that are null', 'openai', calling({ arguments: null }), /^request: .*invalid call/],
  ['arguments that are a list', 'openai', calling({ arguments: [response] }), /^request: .*invalid call/],
  ['another tool', 'openai', calling({ name: 'approve' }), /^request: /],
  ['no choices', 'openai', { choices: [] }, /^request: .*no call/],
  ['choices that are null', 'openai', { choices: null }, /^request: .*no call/],
  [
    'a broken call that the server saw',
    'openai',
    chat({}, { finish_reason: 'MALFORMED_FUNCTION_CALL' }),
    /^request: .*invalid call/,
  ],
  ...declining.map((reason): [string, 'openai', unknown, RegExp] => [
    `the finish reason ${reason}`,
    'openai',
    chat({ content: null }, { finish_reason: reason }),
    /^JudgeDeclined/,
  ]),
  ['a refusal', 'openai', chat({ refusal: 'I can’t.' }, { finish_reason: 'stop' }), /^JudgeDeclined/],
  ['filtered results', 'openai', chat({}, { content_filter_results: { hate: { filtered: true } } }), /^JudgeDeclined/],
  ['a blocked prompt', 'openai', { choices: [], promptFeedback: { blockReason: 'SAFETY' } }, /^JudgeDeclined/],
  [
    'a filter in base_resp',
    'openai',
    { choices: null, base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } },
    /^JudgeDeclined/,
  ],
  ['a refusal', 'anthropic', { content: [], stop_reason: 'REFUSAL' }, /^JudgeDeclined/],
]

for (const [name, provider, body, expected] of unreadable)
  test(`${provider} format: ${name} is asked about once more`, async (t) => {
    const { model, sent } = await open(t, { provider, respond: () => ({ body }) })
    assert.match(String(await told(model.judge(question, forever))), expected)
    assert.equal(sent().length, 2)
  })

const refuse = (message: string, status = 400): StandInResponse => ({ status, body: { error: { message } } })
const good: StandInResponse = { body: calling({}) }
const goodMessage: StandInResponse = { body: { content: [use] } }

const forms: [provider: 'openai' | 'anthropic', accepted: unknown, tried: unknown[]][] = [
  ['openai', 'required', [{ type: 'function', function: { name: 'submit_score' } }, 'required']],
  ['openai', 'auto', [{ type: 'function', function: { name: 'submit_score' } }, 'required', 'auto']],
  ['openai', undefined, [{ type: 'function', function: { name: 'submit_score' } }, 'required', 'auto', undefined]],
  ['anthropic', { type: 'any' }, [{ type: 'tool', name: 'submit_score' }, { type: 'any' }]],
  ['anthropic', { type: 'auto' }, [{ type: 'tool', name: 'submit_score' }, { type: 'any' }, { type: 'auto' }]],
]

for (const [provider, accepted, tried] of forms)
  test(`${provider} format: a tool is forced as a server takes it: ${JSON.stringify(accepted)}`, async (t) => {
    const isTaken = ({ tool_choice }: Sent) => JSON.stringify(tool_choice) === JSON.stringify(accepted)
    const answer = provider === 'openai' ? good : goodMessage
    const respond = (sent: Sent) => (isTaken(sent) ? answer : refuse('tool_choice: this value is not supported'))
    const { model, sent, warnings } = await open(t, { provider, respond })
    for (const _ of [1, 2]) assert.deepEqual(await told(model.judge(question, forever)), response)
    assert.deepEqual(
      sent().map(({ tool_choice }) => tool_choice),
      [...tried, accepted],
    )
    assert.deepEqual(warnings, ['refused: tool_choice'])
  })

function demandSettings(sent: Sent): StandInResponse {
  if (sent['enable_thinking'] !== false)
    return refuse('parameter.enable_thinking must be set to false for non-streaming calls')
  return sent['reasoning_effort'] === 'none' ? good : refuse("set reasoning_effort to 'none'")
}

test('a parameter that a server asks for is set from then on', async (t) => {
  const { model, sent, warnings } = await open(t, { respond: demandSettings })
  for (const _ of [1, 2]) assert.deepEqual(await told(model.judge(question, forever)), response)
  assert.equal(sent().length, 4)
  assert.deepEqual(warnings, ['set: enable_thinking=false', 'set: reasoning_effort=none'])
})

test('a setting that is known of a model and refused is left out', async (t) => {
  const words =
    "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported: 'low' and 'high'."
  const server = await startJsonServer({
    path: '/v1',
    respond: ({ body }) => ('reasoning_effort' in (JSON.parse(body) as Sent) ? refuse(words) : good),
  })
  closeAfter(t, server.close)
  const { origin } = new URL(server.url)
  const dispatcher = new Agent().compose((dispatch) => (sent, handler) => dispatch({ ...sent, origin }, handler))
  const { model } = await open(t, { respond: () => good, baseUrl: null, name: 'gpt-5.6-luna', dispatcher })
  for (const _ of [1, 2]) assert.deepEqual(await told(model.judge(question, forever)), response)
  assert.equal(server.requests.length, 3)
})

const limit = (sent: Sent) =>
  Number(sent['max_tokens']) > 2048 ? refuse('max_tokens is too large: at most 2048 completion tokens.') : good

test('a limit of tokens that is too high is lowered to what the model can give', async (t) => {
  const { model, sent } = await open(t, { respond: limit })
  for (const _ of [1, 2]) assert.deepEqual(await told(model.judge(question, forever)), response)
  assert.deepEqual(
    sent().map(({ max_tokens }) => max_tokens),
    [3000, 2048, 2048],
  )
})

const contradict = (sent: Sent) =>
  'max_tokens' in sent
    ? refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    : refuse("Unsupported parameter: 'max_completion_tokens'. Use 'max_tokens' instead.")

test('a server that refuses each form that it asks for is asked in no form twice', async (t) => {
  const { model, sent } = await open(t, { respond: contradict })
  assert.match(
    String(await told(model.judge(question, forever))),
    /^request: responded with 400: Unsupported parameter/,
  )
  assert.equal(sent().length, 2)
})

const demandStream = (sent: Sent) =>
  sent['stream'] === true
    ? { body: streamed }
    : refuse('This model only support stream mode, please enable the stream parameter to access the model.')

test('a server that answers only by a stream is asked for one', async (t) => {
  const { model, sent } = await open(t, { respond: demandStream })
  for (const _ of [1, 2]) assert.deepEqual(await told(model.judge(question, forever)), response)
  assert.equal(sent().length, 3)
})

const refuseClosed = (sent: Sent) =>
  JSON.stringify(sent).includes('additionalProperties')
    ? refuse('Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0]\': Cannot find field.')
    : good

test('a keyword of the schema that a server doesn’t know is left out, and the order stays', async (t) => {
  const { model, sent } = await open(t, { respond: refuseClosed })
  assert.deepEqual(await told(model.judge(question, forever)), response)
  const [first, second] = sent().map(({ tools }) => JSON.stringify(tools))
  assert.equal(second, first?.replace(/,?"additionalProperties":false/, ''))
})

const said = 'Judge with care: A cat on the moon, where every other cat has been before it.'
const echoing: [name: string, message: (sent: Sent) => string][] = [
  ['the request as JSON', (sent) => `Bad request: this is invalid: ${JSON.stringify(sent)}`],
  ['its parameters', () => 'Invalid request: model=some-model temperature=0 max_tokens=3000 tool_choice=named'],
  ['one parameter alone', () => 'The request with temperature 0 is invalid'],
]

for (const [name, toMessage] of echoing)
  test(`a server that repeats ${name} with a failure teaches nothing`, async (t) => {
    let isFailing = true
    const { model, sent, warnings } = await open(t, { respond: (sent) => (isFailing ? refuse(toMessage(sent)) : good) })
    assert.match(String(await told(model.judge({ ...question, text: said }, forever))), /^request: responded with 400/)
    isFailing = false
    assert.deepEqual(await told(model.judge(question, forever)), response)
    const last = sent().at(-1)
    assert.deepEqual([last?.['temperature'], typeof last?.['tool_choice']], [0, 'object'])
    assert.deepEqual(warnings, [])
  })

test('the reason of a server is told in short, without the prompt, keys and addresses', async (t) => {
  const message = `Upstream at https://10.0.0.7/v1?key=abc failed with key sk-canary-key for “${said}” because of a rainy day`
  const { model } = await open(t, { respond: () => refuse(message, 418) })
  const reason = String(await told(model.judge({ ...question, text: said }, forever)))
  assert.match(reason, /^request: responded with 418: Upstream at … failed with key … for .* because of a rainy day$/)
  for (const secret of ['10.0.0.7', 'canary', 'cat on the moon']) assert.ok(!reason.includes(secret), reason)
})

test('the wait that a body asks for is kept', async (t) => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '17.5s' }]
  const bodies = [
    [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.', details } }],
    { error: { message: 'Rate limit reached. Please try again in 17.5s.' } },
    { error: { message: 'Slow down', retry_after: 17.5 } },
  ]
  for (const body of bodies) {
    const { model } = await open(t, { respond: () => ({ status: 429, body }) })
    await assert.rejects(model.judge(question, forever), { fault: 'rate_limited', retryAfterMs: 17_500 })
  }
})

test('the probe asks about an image and a text of our own, with the tool forced', async (t) => {
  const replies = [
    good,
    { body: calling({ arguments: '{}' }) },
    refuse('Internal error', 500),
    { body: chat({ content: 'Hi' }) },
  ]
  const { model, sent } = await open(t, { respond: () => replies.shift() ?? { body: chat({ content: 'Hi' }) } })
  await model.probe(forever)
  await model.probe(forever)
  assert.match(
    JSON.stringify(sent()[0]),
    /"image_url":\{"url":"data:image\/png;base64,iVBOR.*"tool_choice":\{"type":"function"/,
  )
  await assert.rejects(model.probe(forever), { fault: 'unavailable' })
  await assert.rejects(model.probe(forever), { fault: 'plan' })
})
