import type { JsonAnswer } from './get-json.ts'
import type { UpstreamFault } from './upstream-error.ts'

/** An answer that is no answer: what kind of fault it is, and in which words. */
export interface Refusal {
  fault: UpstreamFault
  /** Theirs, perhaps: to be shortened and cleaned before it is shown. */
  text: string
  /** How long they ask us to wait. */
  retryAfterMs?: number | undefined
}

/** What status and form alone say; undefined: there is a JSON body to be judged. */
export function refusalByStatus({ status, headers, body, isTooLarge }: JsonAnswer): Refusal | undefined {
  const retryAfterMs = retryAfterMsOf(headers)
  if (status >= 500) return { fault: 'unavailable', text: `HTTP ${status}`, retryAfterMs }
  if (status >= 300 && status < 400) return { fault: 'unavailable', text: `HTTP ${status}: redirects are not followed` }
  if (status === 429)
    return { fault: 'rate_limited', text: 'HTTP 429', retryAfterMs: retryAfterMs ?? farResetMs(headers) }
  if (isTooLarge) return { fault: 'request', text: 'the answer is larger than we take' }
  if (body === undefined) return { fault: 'unavailable', text: `HTTP ${status} without JSON`, retryAfterMs }
  const fault = faults[status]
  return fault && { fault, text: `HTTP ${status}`, retryAfterMs }
}

const faults: Record<number, UpstreamFault | undefined> = {
  401: 'auth',
  403: 'auth',
  402: 'plan',
}

/** `Retry-After` in either of its forms, else a short `x-ratelimit-reset`; milliseconds. */
export function retryAfterMsOf(headers: JsonAnswer['headers']): number | undefined {
  const asked = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000
  const untilMs = Date.parse(asked) - Date.parse(headers.date ?? '')
  if (untilMs >= 0) return untilMs
  // Blockscout counts this one in milliseconds, others in seconds or by the calendar: only a short one can be meant so.
  const resetMs = /^\d{1,4}$/.test(headers['x-ratelimit-reset'] ?? '') ? Number(headers['x-ratelimit-reset']) : 0
  return resetMs > 0 && resetMs <= 5000 ? resetMs : undefined
}

/** A reset in whatever unit that is no short one: the limit holds for a while, and a call before its end only counts against us. */
const farResetMs = (headers: JsonAnswer['headers']): number | undefined =>
  /^\d{4,16}$/.test(headers['x-ratelimit-reset'] ?? '') ? 60_000 : undefined
