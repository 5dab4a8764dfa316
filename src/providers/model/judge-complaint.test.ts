import assert from 'node:assert/strict'
import { test } from 'node:test'
import { question } from '../../../test/world/model.ts'
import { createCutEchoes, findComplaint, toExcerpt } from './complaint.ts'
import { type Dialect, findDialect } from './dialect.ts'
import { judgeFailure } from './judge-complaint.ts'

const compatible = findDialect({ provider: 'openai', baseUrl: 'http://127.0.0.1/v1', name: 'some-model' })
const claude = findDialect({ provider: 'anthropic', baseUrl: null, name: 'claude-haiku-4-5' })

interface Told {
  dialect?: Dialect
  request?: typeof question
  hasImage?: boolean
}

/** The meaning of a reply in short. */
function mean(
  status: number,
  body: unknown,
  { dialect = compatible, request = question, hasImage = false }: Told = {},
) {
  const complaint = findComplaint(body, createCutEchoes(request))
  const excerpt = toExcerpt(complaint.texts, 'sk-canary-key')
  const meaning = judgeFailure({ status, complaint, dialect, hasImage, excerpt, waitMs: undefined })
  if (meaning.kind === 'fault') return meaning.error.fault
  if (meaning.kind === 'refused') return meaning.adaptation.parameter
  return meaning.kind === 'blamed' ? `blamed ${meaning.on}` : meaning.kind
}

const error = (message: string, more: object = {}) => ({ error: { message, ...more } })

const rows: [status: number, body: unknown, meaning: string, told?: Told][] = [
  // Declined content, in the words of filters.
  [400, error('', { code: 'DataInspectionFailed' }), 'declined'],
  [403, error('Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_CSAM'), 'declined'],
  [400, error('The request was rejected because it was considered high risk', { type: 'content_filter' }), 'declined'],
  [400, error('x', { code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } }), 'declined'],
  [400, error('系统检测到输入或生成内容可能包含不安全或敏感内容', { code: '1301' }), 'declined'],
  [200, { choices: null, base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }, 'declined'],
  [200, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'declined'],
  [400, { detail: 'Your request was rejected by the content moderation.' }, 'declined'],
  [500, error('sensitive_words_detected', { code: 'sensitive_words_detected' }), 'declined'],
  [400, { error: 'Output blocked by content filtering policy' }, 'declined'],
  [451, error('blocked by policy', { code: 'content_policy_violation' }), 'declined'],
  [
    400,
    error('Provider returned error', { metadata: { raw: 'ERROR: {"error":{"code":"content_filter"}}' } }),
    'declined',
  ],
  // The account, in words that resemble those.
  [403, error('Your organization was suspended for violating the usage policy.'), 'auth'],
  [400, error('Incorrect API key provided: sk-ab****yz.'), 'auth'],
  [400, [error('x', { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_EXPIRED' }] })], 'auth'],
  [400, { code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'r' }, 'auth'],
  [400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }, 'plan'],
  [402, error('Insufficient Balance'), 'plan'],
  [429, error('余额不足或无可用资源包,请充值。', { code: '1113' }), 'plan'],
  [404, error('No endpoints found matching your data policy.', { code: 404 }), 'plan'],
  [400, error('您的账号未通过实名审核'), 'auth'],
  [400, error('Missing Authorization header'), 'auth'],
  // Rates.
  [429, error('Resource has been exhausted', { status: 'RESOURCE_EXHAUSTED' }), 'rate_limited'],
  [
    400,
    error('Requests rate limit exceeded, please try again later.', { code: 'Throttling.RateQuota' }),
    'rate_limited',
  ],
  [500, error('litellm.RateLimitError: Too many requests'), 'rate_limited'],
  [503, error('slow down', { code: 'slow_down' }), 'rate_limited'],
  [200, error('Rate limit exceeded: free-models-per-min', { code: 429 }), 'rate_limited'],
  // Room.
  [400, error("This model's maximum context length is 2048 tokens.", { code: 'context_length_exceeded' }), 'request'],
  [500, error('the request exceeds the available context size, try increasing it'), 'request'],
  [400, error('prompt is too long: 210000 tokens > 200000 maximum'), 'request'],
  // Calls that the server finds broken.
  [
    400,
    error('Failed to call a function.', { code: 'tool_use_failed', failed_generation: 'temperature' }),
    'invalid call',
  ],
  [500, error("error parsing tool call: raw='{', err=unexpected end of JSON input"), 'invalid call'],
  [500, error('Failed to parse tool call arguments as JSON: [json.exception.parse_error.101]'), 'invalid call'],
  [400, error('Tool call validation failed: parameters for tool submit_score did not match schema'), 'invalid call'],
  // Tools and images that the model doesn't take.
  [400, error('registry.ollama.ai/library/gemma:2b does not support tools'), 'plan'],
  [404, error('No endpoints found that support image input', { code: 404 }), 'plan'],
  [400, error('Qwen3-8B is not a multimodal model'), 'plan'],
  [400, error('At most 0 image(s) may be provided in one prompt.'), 'plan'],
  [400, error('Invalid content type. image_url is only supported by certain models.'), 'plan'],
  [422, { detail: 'messages[1]: unknown variant `image_url`, expected `text` at line 1 column 500' }, 'plan'],
  [
    500,
    error('image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'),
    'plan',
  ],
  [400, error("'messages.1.content' must be a string"), 'plan', { hasImage: true }],
  // Images that it can't read.
  [400, error('You uploaded an unsupported image. Please make sure your image is valid.'), 'blamed image'],
  [400, error('The image length and width do not meet the model restrictions.'), 'blamed image'],
  [500, error('absolute aspect ratio must be smaller than 200, got 300.0'), 'blamed image'],
  [500, error('cannot identify image file <_io.BytesIO object at 0x7f>'), 'blamed image'],
  [400, error('Provided image is not valid.', { status: 'INVALID_ARGUMENT' }), 'blamed image'],
  [400, error('Unable to process input image. Please retry or report in'), 'blamed image'],
  [500, { error: 'Failed to load image or audio file' }, 'blamed image'],
  [400, error('bad', { code: 'invalid_image_format' }), 'blamed image'],
  [400, error('Image format is not supported: use png or jpeg'), 'blamed image'],
  [500, error('CUDA out of memory while encoding image'), 'unavailable'],
  [503, error('Failed to load image'), 'unavailable'],
  [400, error('The input contains invalid unicode characters'), 'blamed text'],
  // Parameters, wherever the complaint is.
  [400, { message: 'temperature is not supported', code: 400 }, 'temperature'],
  [400, { error: 'invalid temperature: only 1 is allowed for this model' }, 'temperature'],
  [422, { detail: [{ loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted', input: 0 }] }, 'temperature'],
  [404, error("No endpoints found that support the provided 'tool_choice' value."), 'tool_choice'],
  [
    400,
    error('The tool_choice parameter does not support being set to required or object in thinking mode'),
    'tool_choice',
  ],
  [500, error('[json.exception.type_error.302] type must be string, but is object'), 'tool_choice'],
  [400, error('json: cannot unmarshal object into Go struct field .tool_choice of type string'), 'tool_choice'],
  [422, 'Failed to deserialize the JSON body: invalid type: map, expected a string at line 1 column 90', 'tool_choice'],
  [200, error('tool_choice is not supported', { code: 400 }), 'tool_choice'],
  [400, { errors: [{ message: 'Unsupported parameter', param: 'temperature' }] }, 'temperature'],
  [400, [{ error: error('x', { param: 'tool_choice.function' }) }], 'tool_choice'],
  [400, error('Extra inputs are not permitted', { param: 'tools[0].function.strict' }), 'strict', { dialect: claude }],
  [
    422,
    { detail: [{ loc: ['body', 'system'], msg: 'Input should be a valid string' }] },
    'cache_control',
    { dialect: claude },
  ],
  [400, error("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."), 'max_tokens'],
  [400, error('max_tokens is too large: 3000. This model supports at most 2048 completion tokens.'), 'max_tokens'],
  [400, error('max_tokens: 3000 > 2048, which is the maximum allowed number of output tokens'), 'max_tokens'],
  [400, error('max_tokens is too large: at most 100 tokens', { param: 'max_tokens' }), 'request'],
  // Parameters to set.
  [400, error('parameter.enable_thinking must be set to false for non-streaming calls'), 'enable_thinking=false'],
  [400, error("To use function tools, set reasoning_effort to 'none'."), 'reasoning_effort=none'],
  [
    400,
    error('This model only supports single tool-calls: set parallel_tool_calls to false'),
    'parallel_tool_calls=false',
  ],
  // Nothing that is known.
  [400, error('Bad request'), 'request'],
  [400, {}, 'request'],
  [400, '', 'request'],
  [400, null, 'request'],
  [500, error('Internal server error'), 'unavailable'],
  [500, '<html>temperature is not supported</html>', 'unavailable'],
  [403, '<h1>Blocked</h1>', 'request'],
  [200, {}, 'unavailable'],
]

for (const [status, body, meaning, told] of rows)
  test(`a reply of ${status} with ${JSON.stringify(body)} means: ${meaning}`, () => {
    assert.equal(mean(status, body, told), meaning)
  })

const sent = {
  model: 'some-model',
  temperature: 0,
  max_tokens: 3000,
  messages: [
    { role: 'system', content: question.instructions },
    { role: 'user', content: question.text },
  ],
  tool_choice: { type: 'function', function: { name: 'submit_score' } },
}

/** A request whose words would be complaints if the server said them. */
const loaded = {
  ...question,
  text: 'A cat that says: content policy violation. tool_choice is not supported. Could not process image. Invalid API key!',
}
const repeated = JSON.stringify({ ...sent, messages: [{ role: 'user', content: loaded.text }] })
const pythonic = `{'model': 'some-model', 'messages': [{'role': 'user', 'content': '${loaded.text}'}], 'temperature': 0, 'tool_choice': {}}`

const echoes: [name: string, body: unknown][] = [
  ['as an object', error('Bad request', { request: sent })],
  ['under another name', error('Bad request', { debug: { payload: sent } })],
  ['as JSON text', error('Bad request', { debug: repeated })],
  ['within the message', error(`Bad request: invalid body ${repeated}`)],
  ['cut off', error(`Bad request: invalid body ${repeated.slice(0, 200)}`)],
  ['in Python’s form', error(`1 validation error: invalid, input_value=${pythonic}`)],
  ['in Python’s form, cut off', error(`1 validation error: invalid, input_value=${pythonic.slice(0, 150)}`)],
  [
    'as a list of parameters',
    error('Invalid request: model=some-model, temperature=0, max_tokens=3000, tool_choice={}'),
  ],
  ['its text alone', error(`Invalid prompt text: ${loaded.text}`)],
  ['its text escaped', error('Bad request', { info: JSON.stringify(JSON.stringify(loaded.text)) })],
  ['as FastAPI’s input', { detail: [{ loc: ['body'], msg: 'Value error', input: { ...sent, text: loaded.text } }] }],
]

for (const [name, body] of echoes)
  test(`a request that a server repeats is no complaint: ${name}`, () => {
    assert.equal(mean(400, body, { request: loaded }), 'request')
  })
