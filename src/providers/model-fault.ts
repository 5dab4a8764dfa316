import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider'
import { UpstreamError, type UpstreamFault } from '../platform/upstream-error.ts'

/** What some models refuse to be sent; `max_tokens` only when they want it under its newer name. */
const refusals = {
  temperature: /\btemperature\b/,
  tool_choice: /\btool_choice\b/,
  max_tokens: /\bmax_completion_tokens\b/,
  strict: /\bstrict\b/,
} as const
export type Refusable = keyof typeof refusals

const refusable: Refusable[] = ['temperature', 'tool_choice', 'max_tokens', 'strict']

/** The parameter that a 400 names, when it is one we can do without. */
export function refusedParameter(error: unknown): Refusable | undefined {
  if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return undefined
  const { param, message } = complaintOf(error)
  // One of the two formats says it in the message alone.
  return refusable.find((name) => refusals[name].test(`${param} ${message}`))
}

/** A failed call as a fault of the provider. Holds nothing of the request, and of the answer its status and code alone. */
export function faultOf(error: unknown): UpstreamError {
  if (APICallError.isInstance(error)) return ofCall(error)
  const name = error instanceof Error ? error.name : 'unknown'
  if (name === 'TimeoutError') return new UpstreamError('model', 'timeout', 'The model gave no whole answer in time')
  const isGarbage = [InvalidResponseDataError, JSONParseError, TypeValidationError].some((kind) =>
    kind.isInstance(error),
  )
  return new UpstreamError('model', isGarbage ? 'unavailable' : 'request', `The model call failed (${name})`)
}

function ofCall(error: APICallError): UpstreamError {
  const { statusCode, responseHeaders = {} } = error
  if (statusCode === undefined) return new UpstreamError('model', 'unavailable', 'The model could not be reached')
  const complaint = complaintOf(error)
  const label = [complaint.code, complaint.detail, complaint.type].find((word) => /^[\w.-]{1,60}$/.test(word))
  const message = `The model answered ${statusCode}${label ? ` (${label})` : ''}`
  return new UpstreamError('model', faultOfStatus(statusCode, complaint), message, waitMs(responseHeaders))
}

function faultOfStatus(status: number, complaint: Complaint): UpstreamFault {
  if (isOutOfMoney(status, complaint)) return 'plan'
  if (status === 401 || status === 403) return 'auth'
  // The model doesn't exist, or not for this key.
  if (status === 404) return 'plan'
  if (status === 429 || complaint.code === 'slow_down') return 'rate_limited'
  // A 2xx that can't be read is garbage of something in between.
  if (status === 408 || status === 409 || status >= 500 || status < 300) return 'unavailable'
  return 'request'
}

const spent = /insufficient_quota|billing|credit_balance|spend_limit|usage_limit|payment_required|access_terminated/

function isOutOfMoney(status: number, { type, code, detail, message }: Complaint): boolean {
  if (status === 402) return true
  if (status !== 400 && status !== 403 && status !== 429) return false
  // One provider tells of an empty account in the words of a plain 400 alone; words of a 429 may advise to pay for more.
  return spent.test(`${type} ${code} ${detail}`) || (status === 400 && /credit balance/i.test(message))
}

interface Complaint {
  type: string
  code: string
  param: string
  detail: string
  message: string
}

/** What an error body of either format says; empty strings where it says nothing. */
function complaintOf({ responseBody = '' }: APICallError): Complaint {
  const error = fieldOf(parse(responseBody), 'error')
  const text = (name: string) => {
    const value = fieldOf(error, name)
    return typeof value === 'string' ? value : ''
  }
  const detail = fieldOf(fieldOf(error, 'details'), 'error_code')
  return {
    type: text('type'),
    code: text('code'),
    param: text('param'),
    detail: typeof detail === 'string' ? detail : '',
    message: text('message'),
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** From `retry-after-ms`, or `retry-after` in seconds or as a date, which is measured by the answer's own date. */
function waitMs(headers: Record<string, string>): number | undefined {
  const exact = headers['retry-after-ms']
  if (exact && Number.isFinite(Number(exact))) return Math.max(0, Number(exact))
  const told = headers['retry-after']
  if (!told) return undefined
  if (/^\d+(\.\d+)?$/.test(told)) return Number(told) * 1000
  const untilMs = Date.parse(told) - Date.parse(headers['date'] ?? '')
  return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs)
}
