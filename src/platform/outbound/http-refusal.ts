import { parseHttpDate } from '../http-date.ts'
import type { JsonResponse } from './get-json.ts'
import { collectWords, findCode, isRateLimit } from './rate-limit.ts'
import type { UpstreamFault } from '../upstream-error.ts'

export interface Refusal {
  fault: UpstreamFault
  /** May hold the provider's words: clean it before it is shown. */
  text: string
  retryAfterMs?: number | undefined
}

/**
 * undefined: there is a JSON body to interpret. With another status than 2xx the body can only explain a fault
 * (`isSuccess`).
 */
export function refusalByStatus({ status, headers, body, isTooLarge, excerpt }: JsonResponse): Refusal | undefined {
  const retryAfterMs = parseRetryAfterMs(headers)
  const isLimited = status >= 400 && isRateLimit({ status, code: findCode(body), words: excerpt ?? collectWords(body) })
  if (isLimited)
    return { fault: 'rate_limited', text: `HTTP ${status}`, retryAfterMs: retryAfterMs ?? farResetMs(headers) }
  if (status >= 500) return { fault: 'unavailable', text: `HTTP ${status}`, retryAfterMs }
  if (status >= 300 && status < 400) return { fault: 'unavailable', text: `HTTP ${status}: redirects are not followed` }
  if (isTooLarge) return { fault: 'request', text: 'the response is too large' }
  if (body === undefined) return { fault: 'unavailable', text: `HTTP ${status} without JSON`, retryAfterMs }
  const fault = faults[status]
  return fault && { fault, text: `HTTP ${status}`, retryAfterMs }
}

export const isSuccess = ({ status }: Pick<JsonResponse, 'status'>): boolean => status >= 200 && status < 300

const faults: Record<number, UpstreamFault | undefined> = {
  401: 'auth',
  403: 'auth',
  402: 'plan',
}

/** `Retry-After`, else a short `x-ratelimit-reset`; milliseconds. */
export function parseRetryAfterMs(headers: JsonResponse['headers']): number | undefined {
  const asked = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000
  const waitMs = parseRetryAfterDate(headers)
  if (waitMs !== null && waitMs >= 0) return waitMs
  // Some send milliseconds, others seconds or a time: only a short value can be trusted.
  const resetMs = /^\d{1,4}$/.test(headers['x-ratelimit-reset'] ?? '') ? Number(headers['x-ratelimit-reset']) : 0
  return resetMs > 0 && resetMs <= 5000 ? resetMs : undefined
}

/** Relative to the response's own date, negative if over; null if one of the two is no date. */
export function parseRetryAfterDate(headers: JsonResponse['headers']): number | null {
  const sentAt = parseHttpDate(headers['date'] ?? '', new Date())
  const until = sentAt === null ? null : parseHttpDate(headers['retry-after'] ?? '', new Date(sentAt))
  return sentAt === null || until === null ? null : until - sentAt
}

/** A long reset in any unit: an early call would only count against us. */
const farResetMs = (headers: JsonResponse['headers']): number | undefined =>
  /^\d{4,16}$/.test(headers['x-ratelimit-reset'] ?? '') ? 60_000 : undefined
