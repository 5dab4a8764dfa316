import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { parseJson } from '../../platform/parse-json.ts'
import { UpstreamError, type UpstreamFault } from '../../platform/upstream-error.ts'

/** The parameters that some models reject; `max_tokens` only when they take it under its newer name. */
const refusals = {
  temperature: /\btemperature\b/,
  tool_choice: /\btool_choice\b/,
  max_tokens: /\bmax_tokens\b/,
  strict: /\bstrict\b/,
  cache_control: /\bcache_control\b/,
} as const
export type Refusable = keyof typeof refusals

const refusable: Refusable[] = ['temperature', 'tool_choice', 'max_tokens', 'strict', 'cache_control']

/** The parameter that a 400 names, if we can omit it. */
export function refusedParameter(error: unknown): Refusable | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return undefined
  const { param, message } = parseComplaint(error)
  // One of the two formats names it in the message alone.
  const named = refusable.find((name) => refusals[name].test(param || message))
  return named !== 'max_tokens' || /\bmax_completion_tokens\b/.test(message) ? named : undefined
}

/** A filter before the model declined the content: some report that by an error instead of an answer. */
export function isDeclined(error: unknown): boolean {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 403)) return false
  const { type, code, message, isFlagged } = parseComplaint(error)
  return isFlagged || /^content_(filter|policy_violation)$/.test(code || type) || /content filtering/i.test(message)
}

/** The fault of a gateway that reports with a status of 200 that the model behind it failed. */
export function findGatewayFault(body: unknown): UpstreamError {
  const choices = getField(body, 'choices')
  const complaint = toComplaint(getField(Array.isArray(choices) ? choices[0] : undefined, 'error'))
  return new UpstreamError('model', faultOfStatus(200, complaint), 'The gateway returned no response of the model')
}

/** Turns a failed call into a provider's fault, with the response's status and code and nothing of the request. */
export function findFault(error: unknown): UpstreamError {
  if (APICallError.isInstance(error)) return ofCall(error)
  const name = error instanceof Error ? error.name : 'unknown'
  if (name === 'TimeoutError')
    return new UpstreamError('model', 'timeout', 'The model did not respond completely in time')
  const isGarbage = [InvalidResponseDataError, JSONParseError, TypeValidationError].some((kind) =>
    kind.isInstance(error),
  )
  return new UpstreamError('model', isGarbage ? 'unavailable' : 'request', `The model call failed (${name})`)
}

function ofCall(error: APICallError): UpstreamError {
  const { statusCode, responseHeaders = {} } = error
  if (statusCode === undefined) return new UpstreamError('model', 'unavailable', 'The model could not be reached')
  const complaint = parseComplaint(error)
  const label = [complaint.code, complaint.detail, complaint.type].find((word) => /^[\w.-]{1,60}$/.test(word))
  const message = `The model responded with ${statusCode}${label ? ` (${label})` : ''}`
  return new UpstreamError('model', faultOfStatus(statusCode, complaint), message, waitMs(responseHeaders))
}

function faultOfStatus(sent: number, complaint: Complaint): UpstreamFault {
  // Gateways put the status of the model behind them into a 200.
  const status = sent < 300 ? (complaint.status ?? sent) : sent
  if (isOutOfMoney(status, complaint)) return 'plan'
  if (status === 401) return 'auth'
  // Without a type or code of either format, it comes from a filter before the model, about content that strangers choose.
  if (status === 403) return complaint.type || complaint.code ? 'auth' : 'request'
  // The model doesn't exist, or this key may not use it.
  if (status === 404) return 'plan'
  if (status === 429 || complaint.code === 'slow_down') return 'rate_limited'
  // A 2xx that can't be parsed is garbage from a proxy.
  if (status === 408 || status === 409 || status >= 500 || status < 300) return 'unavailable'
  return 'request'
}

const spent = /insufficient_quota|billing|credit_balance|spend_limit|usage_limit|payment_required|access_terminated/

function isOutOfMoney(status: number, { type, code, detail, message }: Complaint): boolean {
  if (status === 402) return true
  if (status !== 400 && status !== 403 && status !== 429) return false
  // One provider reports an empty account only in the message of a plain 400; the message of a 429 may advise to pay for more.
  return spent.test(`${type} ${code} ${detail}`) || (status === 400 && /credit balance/i.test(message))
}

interface Complaint {
  type: string
  code: string
  param: string
  detail: string
  message: string
  /** The code, where it is the status of a server behind this one. */
  status: number | null
  /** The content was flagged. */
  isFlagged: boolean
}

const parseComplaint = ({ responseBody = '' }: APICallError): Complaint =>
  toComplaint(getField(parseJson(responseBody), 'error'))

/** Reads an error of either format; missing fields are empty strings. */
function toComplaint(error: unknown): Complaint {
  const text = (name: string) => {
    const value = getField(error, name)
    return typeof value === 'string' ? value : ''
  }
  const detail = getField(getField(error, 'details'), 'error_code')
  const status = getField(error, 'code')
  return {
    type: text('type'),
    code: text('code'),
    param: text('param'),
    detail: typeof detail === 'string' ? detail : '',
    message: text('message'),
    status: typeof status === 'number' && status >= 400 && status < 600 ? status : null,
    isFlagged: Array.isArray(getField(getField(error, 'metadata'), 'reasons')),
  }
}

const getField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date, which is compared with the response's own date. */
function waitMs(headers: Record<string, string>): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact && Number.isFinite(Number(exact))) return Math.max(0, Number(exact))
  const told = headers['retry-after']
  if (!told) return undefined
  if (/^\d+(\.\d+)?$/.test(told)) return Number(told) * 1000
  const untilMs = Date.parse(told) - Date.parse(headers['date'] ?? '')
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs)
}
