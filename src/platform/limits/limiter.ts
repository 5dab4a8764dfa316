/** A quota per window, usable at once or evenly; used quota comes back evenly (GCRA, D48). */
export interface Limit {
  /** Names the policy in the headers. */
  name: string
  /** The bucket's name: the policy and its owner. */
  bucket: string
  quota: number
  windowMs: number
}

export interface Verdict {
  isAllowed: boolean
  /** The strictest of the limits: the one with the longest wait, else with the fewest left. */
  strictest: Limit
  remaining: number
  /** The time until the bucket is full again. */
  resetMs: number
  /** The time until the request would be allowed; 0 when it is. */
  waitMs: number
}

/** The rest of a limit. */
export interface Level {
  remaining: number
  /** The time until the bucket is full again. */
  resetMs: number
}

export interface Limiter {
  /** The rest of a limit. Consumes nothing, and never fails. */
  peek: (limit: Limit) => Level | Promise<Level>
  /** Consumes one of each limit, or none when one refuses. Synchronous when no other process is involved. Never fails. */
  consume: (limits: readonly Limit[]) => Verdict | Promise<Verdict>
  /** Whether this process knows, without calling Redis, that the limit would refuse. Consumes nothing. */
  refuses: (limit: Limit) => boolean
}

/** Evaluates one more request at `now`, for a bucket that is full at `fullAt`. */
interface Evaluation {
  limit: Limit
  /** The time when the bucket will be full after one more request. */
  next: number
  remaining: number
  resetMs: number
  waitMs: number
}

const tolerance = 0.001 // rounding errors, in milliseconds or calls

export function evaluate(limit: Limit, stored: number | undefined, now: number): Evaluation {
  const { quota, windowMs } = limit
  const interval = windowMs / quota
  const fullAt = toFullAt(stored ?? now, { now, windowMs, interval })
  const next = fullAt + interval
  const late = next - now - windowMs
  if (late > tolerance) return { limit, next, remaining: 0, resetMs: fullAt - now, waitMs: late }
  const remaining = Math.floor((windowMs - (next - now)) / interval + tolerance)
  return { limit, next, remaining, resetMs: next - now, waitMs: 0 }
}

/** The tokens left at `now` in a bucket that is full at `stored`. */
export function toLevel(limit: Limit, stored: number | undefined, now: number): Level {
  const { remaining, resetMs, waitMs } = evaluate(limit, stored, now)
  if (waitMs > 0) return { remaining: 0, resetMs: Math.ceil(resetMs) }
  return { remaining: remaining + 1, resetMs: Math.ceil(resetMs - limit.windowMs / limit.quota) }
}

/**
 * A bucket is at most one window away from full: a later time is from before the clock was set back. The true state is unknown
 * then, so the bucket counts as empty except for one.
 */
const toFullAt = (stored: number, { now, windowMs, interval }: { now: number; windowMs: number; interval: number }) =>
  stored > now + windowMs + 1 ? now + windowMs - interval : Math.max(now, stored)

/** The verdict of all limits together. */
export function combine([first, ...others]: readonly Evaluation[]): Verdict {
  if (!first) throw new Error('no limit was given')
  const isStricter = (a: Evaluation, b: Evaluation) =>
    a.waitMs > b.waitMs || (b.waitMs === 0 && a.remaining < b.remaining)
  const { limit, remaining, resetMs, waitMs } = others.reduce((a, b) => (isStricter(b, a) ? b : a), first)
  return {
    isAllowed: waitMs === 0,
    strictest: limit,
    remaining,
    resetMs: Math.ceil(resetMs),
    waitMs: Math.ceil(waitMs),
  }
}

const seconds = (ms: number) => Math.ceil(ms / 1000)

/**
 * The headers of the strictest limit, by draft-ietf-httpapi-ratelimit-headers-11. A refusal's `t` is the wait, so that
 * Retry-After is no earlier.
 */
export function rateLimitHeaders({ isAllowed, strictest, remaining, resetMs, waitMs }: Verdict) {
  return {
    'ratelimit-policy': `"${strictest.name}";q=${strictest.quota};w=${seconds(strictest.windowMs)}`,
    ratelimit: `"${strictest.name}";r=${remaining};t=${seconds(isAllowed ? resetMs : waitMs)}`,
  }
}

/** The `Retry-After` of a refusal. */
export const toRetryAfterSeconds = ({ waitMs }: Verdict): number => seconds(waitMs)
