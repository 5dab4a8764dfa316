import { toFields } from '../to-fields.ts'

/** What a provider says about a failure, as far as it can name a rate limit. */
export interface FailureSigns {
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
