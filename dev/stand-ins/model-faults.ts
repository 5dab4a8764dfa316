import type { ServerResponse } from 'node:http'

/** A model's response before it is put into a wire format. */
export interface StandInResponse {
  /** `args` is JSON text, not always whole. */
  calls: Call[]
  text: string | null
  finish: 'call' | 'stop' | 'length' | 'refusal' | 'filter' | 'pause' | 'window'
}

interface Call {
  name: string
  args: string
}

/** The input of every request, cached or not. */
export const inputTokens = 812
/** The part of the input that was read from the cache of prompts, and the part that was written to it. */
export interface CacheUse {
  read: number
  written: number
}
export const noCache: CacheUse = { read: 0, written: 0 }

const calling = (...calls: Call[]): StandInResponse => ({ calls, text: null, finish: 'call' })
const saying = (text: string, finish: StandInResponse['finish'] = 'stop'): StandInResponse => ({
  calls: [],
  text,
  finish,
})

/** A model that misbehaves within the wire format. */
export const responseFaults = {
  'no call': () => saying('I think 70.'),
  'wrong tool': (call) => calling({ ...call, name: 'approve_token' }),
  'two calls': (call) => calling(call, call),
  'foreign call': (call) => calling(call, { ...call, name: 'approve_token' }),
  'no arguments': (call) => calling({ ...call, args: '{}' }),
  'bad arguments': (call) => calling({ ...call, args: '{"score": 7' }),
  'missing argument': (call) => calling({ ...call, args: '{"reason":"x"}' }),
  'extra argument': (call) => calling({ ...call, args: call.args.replace('{', '{"bonus":1,') }),
  'wrong type': (call) => calling({ ...call, args: call.args.replace(/"score":[\d.]+/, '"score":"72"') }),
  'out of range': (call) => calling({ ...call, args: call.args.replace(/"score":[\d.]+/, '"score":172') }),
  truncated: (call) => ({ ...calling({ ...call, args: '{"score":72,"rea' }), finish: 'length' }),
  refusal: () => saying("I can't help with that.", 'refusal'),
  filtered: () => saying('', 'filter'),
  paused: () => saying('One moment.', 'pause'),
  'no room': () => saying('', 'window'),
  // a call all the same: forced tools and some servers end so
  'stop with call': (call) => ({ ...calling(call), finish: 'stop' }),
} satisfies Record<string, (call: Call) => StandInResponse>
export type ResponseFault = keyof typeof responseFaults

interface ErrorShape {
  /** Status, type, code. */
  openai: [number, string, string | null]
  /** Status, type. */
  anthropic: [number, string]
  message?: string
  param?: string
  /** `error.details` of the messages format. */
  details?: object
  headers?: Record<string, string>
}

const invalid = 'invalid_request_error'

/** A service that answers with an error. */
export const httpFaults = {
  'rate limit': {
    openai: [429, 'requests', 'rate_limit_exceeded'],
    anthropic: [429, 'rate_limit_error'],
    message: 'Rate limit reached. Add a payment method under billing to increase it.',
    headers: { 'retry-after': '7', 'x-ratelimit-reset-requests': '7s' },
  },
  'rate limit in ms': {
    openai: [429, 'requests', 'rate_limit_exceeded'],
    anthropic: [429, 'rate_limit_error'],
    headers: { 'retry-after': '2', 'retry-after-ms': '1500' },
  },
  'rate limit until': {
    openai: [429, 'requests', 'rate_limit_exceeded'],
    anthropic: [429, 'rate_limit_error'],
    headers: { date: 'Wed, 04 Nov 2026 10:00:00 GMT', 'retry-after': 'Wed, 04 Nov 2026 10:00:09 GMT' },
  },
  'rate limit for long': {
    openai: [429, 'requests', 'rate_limit_exceeded'],
    anthropic: [429, 'rate_limit_error'],
    headers: { 'retry-after': '3600', 'anthropic-ratelimit-requests-reset': '2026-11-04T11:00:00Z' },
  },
  'slow down': { openai: [503, 'server_error', 'slow_down'], anthropic: [429, 'rate_limit_error'] },
  'no money': {
    openai: [429, 'insufficient_quota', 'credit_balance_exhausted'],
    anthropic: [400, invalid],
    message: 'Your credit balance is too low to access this service.',
  },
  billing: { openai: [402, 'billing_error', null], anthropic: [402, 'billing_error'] },
  'spend limit': {
    openai: [429, 'requests', 'organization_spend_limit_exceeded'],
    anthropic: [429, 'rate_limit_error'],
    details: { error_code: 'enforced_spend_limit_reached' },
  },
  overloaded: { openai: [503, 'server_error', null], anthropic: [529, 'overloaded_error'] },
  'server error': { openai: [500, 'server_error', null], anthropic: [500, 'api_error'] },
  'gateway timeout': { openai: [504, 'server_error', null], anthropic: [504, 'timeout_error'] },
  conflict: { openai: [409, invalid, null], anthropic: [409, 'api_error'] },
  'bad key': { openai: [401, invalid, 'invalid_api_key'], anthropic: [401, 'authentication_error'] },
  'no permission': { openai: [403, invalid, null], anthropic: [403, 'permission_error'] },
  'no model': { openai: [404, invalid, 'model_not_found'], anthropic: [404, 'not_found_error'] },
  'bad request': { openai: [400, invalid, null], anthropic: [400, invalid] },
  'bad temperature': {
    openai: [400, invalid, 'unsupported_value'],
    anthropic: [400, invalid],
    message: "Unsupported value: 'temperature' does not support 0 with this model.",
    param: 'temperature',
  },
  'bad tool choice': {
    openai: [400, invalid, 'unsupported_value'],
    anthropic: [400, invalid],
    message: 'tool_choice: forcing a tool is not supported with this model.',
    param: 'tool_choice',
  },
  'bad limit name': {
    openai: [400, invalid, 'unsupported_parameter'],
    anthropic: [400, invalid],
    message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    param: 'max_tokens',
  },
  'bad cache control': {
    openai: [400, invalid, 'unsupported_parameter'],
    anthropic: [400, invalid],
    message: 'system.0.cache_control: extra inputs are not permitted',
    param: 'cache_control',
  },
  'bad strict': {
    openai: [400, invalid, 'unsupported_parameter'],
    anthropic: [400, invalid],
    message: 'tools.0.strict: extra inputs are not permitted',
    param: 'tools[0].function.strict',
  },
  'content policy': {
    openai: [400, invalid, 'content_filter'],
    anthropic: [400, invalid],
    message: 'Output blocked by content filtering policy',
  },
  'too large': { openai: [413, invalid, 'request_too_large'], anthropic: [413, 'request_too_large'] },
  'too long': { openai: [400, invalid, 'context_length_exceeded'], anthropic: [400, invalid] },
} as const satisfies Record<string, ErrorShape>
export type HttpFault = keyof typeof httpFaults

export const getShape = (fault: HttpFault): ErrorShape => httpFaults[fault]

/** A wire that fails; `json` is the answer that would have come. */
export const transportFaults = {
  hang: () => {},
  drip,
  cut: (response, json) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    response.write(json.slice(0, 60), () => response.destroy())
  },
  reset: (response) => void response.socket?.resetAndDestroy(),
  redirect: (response) => void response.writeHead(307, { location: '/v1/elsewhere' }).end(),
  'html 403': (response) => void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
  'moderated by a gateway': (response) =>
    void response
      .writeHead(403, { 'content-type': 'application/json' })
      .end('{"error":{"code":403,"message":"Your input was flagged","metadata":{"reasons":["violence"]}}}'),
  'html 502': (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  'html 200': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
} satisfies Record<string, (response: ServerResponse, json: string) => void>
export type TransportFault = keyof typeof transportFaults

/** One character each 50 ms, for as long as somebody listens. */
function drip(response: ServerResponse, json: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  const timer = setInterval(() => {
    if (sent < json.length) response.write(json[sent++])
    else response.end()
  }, 50)
  response.once('close', () => clearInterval(timer))
}
