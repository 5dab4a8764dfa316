import type { UpstreamFault } from '../errors.ts'
import { parseHttpDate } from '../time.ts'
import { toFields } from '../values.ts'
import type { JsonResponse } from './get-json.ts'

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

/** What a provider says about a failure, as far as it can name a rate limit. */
interface FailureSigns {
  status?: number | undefined
  code?: unknown
  /** Never text that a caller can choose. */
  words?: string
}

/** Judges status, code and words alike for every provider, because gateways wrap the refusals of others. */
export const isRateLimit = ({ status, code, words = '' }: FailureSigns): boolean =>
  status === 429 ||
  codes.has(String(code)) ||
  limitWords.some((pattern) => pattern.test(words)) ||
  hasLimitPhrase(words)

/**
 * HTTP's code, and those of JSON-RPC that nodes use for it: Infura and many others, QuickNode, Base's public node,
 * Reown, Ankr.
 */
const codes = new Set(['429', '-32005', '-32007', '-32016', '-32029', '-32090'])

// "limit", "exceeded" and "429" alone would match gas limits, sizes of code and nonces.
const limitWords = [
  /\brate[ _-]?limit|\b(?:request|over) rate\b|\brate\b.{0,20}\bexceeded/i,
  /^429\b|\b(?:http|status|code|error)(?: code)?\W{0,3}429\b/i,
  /\b(?:calls?|requests?|req) ?(?:per|\/) ?(?:sec|min|hour|day|s\b)/i,
  /\bquota (?:exceeded|reached|exhausted)|\bthrottl(?:ed|ing)|\bslow down\b/i,
]

/** With at most `gap` words in between. */
const limitPhrases: { first: RegExp; next: RegExp; gap: number }[] = [
  { first: /^many$/, next: /^(?:request|call|connection)s?$/, gap: 1 },
  { first: /^exceed/, next: /^(?:capacity|quota|credits?|requests?|calls|throughput)$/, gap: 6 },
  {
    first: /^(?:requests?|calls|credits?|capacity|quota|usage|throughput|units?|bandwidth|api)$/,
    next: /^(?:limit|exceeded|exhausted|reached|depleted)/,
    gap: 2,
  },
]

function hasLimitPhrase(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return limitPhrases.some(({ first, next, gap }) =>
    words.some((word, n) => first.test(word) && words.slice(n + 1, n + 2 + gap).some((other) => next.test(other))),
  )
}

/** Reads `message`, `error`, `detail` and the like at the top, inside an error or in a list of errors. */
export function collectWords(body: unknown, depth = 0): string {
  if (typeof body === 'string') return body.slice(0, maxWords)
  if (typeof body !== 'object' || body === null || depth > 3) return ''
  const parts = Array.isArray(body)
    ? body.slice(0, 3)
    : Object.entries(body).flatMap(([name, value]) => (wordFields.has(name.toLowerCase()) ? [value] : []))
  const words = parts.map((part) =>
    Array.isArray(body) && typeof part === 'string' ? '' : collectWords(part, depth + 1),
  )
  return words
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, maxWords)
}

const maxWords = 2000
const wordFields = new Set(['message', 'error', 'errors', 'detail', 'details', 'description', 'reason', 'title', 'msg'])

/** At the top of the body or inside its error. */
export function findCode(body: unknown): unknown {
  const { code, error } = toFields(Array.isArray(body) ? body[0] : body)
  return toFields(error)['code'] ?? code
}
