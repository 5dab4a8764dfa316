import { parseHttpDate } from '../http-date.ts'
import type { JsonResponse } from './get-json.ts'
import { collectWords, findCode, isRateLimit } from './rate-limit.ts'
import type { UpstreamFault } from '../upstream-error.ts'

/** A response that is a refusal: its fault and a text. */
export interface Refusal {
  fault: UpstreamFault
  /** May hold the provider's words: shorten and clean it before it is shown. */
  text: string
  /** The wait that the provider asks for. */
  retryAfterMs?: number | undefined
}

/**
 * The refusal that status and form alone show; undefined: there is a JSON body to interpret. With another status than 2xx it
 * can only say more about a fault (`isSuccess`).
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

/** Whether a body can be a provider's answer: proxies and routers send bodies that look like one with a status of 4xx. */
export const isSuccess = ({ status }: Pick<JsonResponse, 'status'>): boolean => status >= 200 && status < 300

const faults: Record<number, UpstreamFault | undefined> = {
  401: 'auth',
  403: 'auth',
  402: 'plan',
}

/** `Retry-After` as a number of seconds or a date, else a short `x-ratelimit-reset`; milliseconds. */
export function parseRetryAfterMs(headers: JsonResponse['headers']): number | undefined {
  const asked = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000
  const waitMs = parseRetryAfterDate(headers)
  if (waitMs !== null && waitMs >= 0) return waitMs
  // Some send milliseconds, others seconds or a time: only a short value can be trusted.
  const resetMs = /^\d{1,4}$/.test(headers['x-ratelimit-reset'] ?? '') ? Number(headers['x-ratelimit-reset']) : 0
  return resetMs > 0 && resetMs <= 5000 ? resetMs : undefined
}

/**
 * The time from a response's own date to that of its `Retry-After`, in milliseconds, negative if it is over; null: one of the
 * two is no date.
 */
export function parseRetryAfterDate(headers: JsonResponse['headers']): number | null {
  const sentAt = parseHttpDate(headers['date'] ?? '', new Date())
  const until = sentAt === null ? null : parseHttpDate(headers['retry-after'] ?? '', new Date(sentAt))
  return sentAt === null || until === null ? null : until - sentAt
}

/** A long reset, in any unit: the limit holds for a while, and an early call would only count against us. */
const farResetMs = (headers: JsonResponse['headers']): number | undefined =>
  /^\d{4,16}$/.test(headers['x-ratelimit-reset'] ?? '') ? 60_000 : undefined
