/** A quota per window, which refills evenly (GCRA, D48). */
export interface Limit {
  name: string
  /** The policy and its owner. */
  bucket: string
  quota: number
  windowMs: number
}

export interface Verdict {
  isAllowed: boolean
  /** The limit with the longest wait, else with the fewest left. */
  strictest: Limit
  remaining: number
  resetMs: number
  /** 0 when the request is allowed. */
  waitMs: number
}

export interface Level {
  remaining: number
  resetMs: number
}

export interface Limiter {
  peek: (limit: Limit) => Level | Promise<Level>
  /**
   * Consumes `cost` of each limit (1 by default), or nothing when one refuses. Synchronous when no other process is
   * involved. Never fails.
   */
  consume: (limits: readonly Limit[], cost?: number) => Verdict | Promise<Verdict>
  /** Whether this process knows, without Redis, that the limit would refuse. Consumes nothing. */
  refuses: (limit: Limit) => boolean
}

interface Evaluation {
  limit: Limit
  /** The time when the bucket will be full after this request. */
  next: number
  remaining: number
  resetMs: number
  waitMs: number
}

const tolerance = 0.001 // rounding errors, in milliseconds or calls

function evaluate(limit: Limit, stored: number | undefined, now: number, cost = 1): Evaluation {
  const { quota, windowMs } = limit
  const interval = windowMs / quota
  const fullAt = toFullAt(stored ?? now, { now, windowMs, interval })
  const next = fullAt + cost * interval
  const late = next - now - windowMs
  const toRemaining = (at: number) => Math.max(0, Math.floor((windowMs - (at - now)) / interval + tolerance))
  if (late > tolerance) return { limit, next, remaining: toRemaining(fullAt), resetMs: fullAt - now, waitMs: late }
  return { limit, next, remaining: toRemaining(next), resetMs: next - now, waitMs: 0 }
}

export function toLevel(limit: Limit, stored: number | undefined, now: number): Level {
  const { remaining, resetMs, waitMs } = evaluate(limit, stored, now)
  if (waitMs > 0) return { remaining: 0, resetMs: Math.ceil(resetMs) }
  return { remaining: remaining + 1, resetMs: Math.ceil(resetMs - limit.windowMs / limit.quota) }
}

/**
 * A bucket is at most one window away from full. A later time means that the clock was set back; the bucket then counts
 * as nearly empty.
 */
const toFullAt = (stored: number, { now, windowMs, interval }: { now: number; windowMs: number; interval: number }) =>
  stored > now + windowMs + 1 ? now + windowMs - interval : Math.max(now, stored)

function combine([first, ...others]: readonly Evaluation[]): Verdict {
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

/** draft-ietf-httpapi-ratelimit-headers-11. A refusal's `t` is the wait, so that Retry-After is no earlier. */
export function rateLimitHeaders({ isAllowed, strictest, remaining, resetMs, waitMs }: Verdict) {
  return {
    'ratelimit-policy': `"${strictest.name}";q=${strictest.quota};w=${seconds(strictest.windowMs)}`,
    ratelimit: `"${strictest.name}";r=${remaining};t=${seconds(isAllowed ? resetMs : waitMs)}`,
  }
}

export const toRetryAfterSeconds = ({ waitMs }: Verdict): number => seconds(waitMs)

interface MemoryOptions {
  elapsedMs: () => number
  maxBuckets?: number
}

interface MemoryLimiter extends Limiter {
  decide: (limits: readonly Limit[], cost?: number) => Verdict
  peek: (limit: Limit) => Level
  size: () => number
}

/** A bucket is one number: the time when it will be full again. */
export function createMemoryLimiter({ elapsedMs, maxBuckets = 100_000 }: MemoryOptions): MemoryLimiter {
  const fullAt = new Map<string, number>()
  let added = 0
  const decide = (limits: readonly Limit[], cost?: number): Verdict => {
    const now = elapsedMs()
    const judged = limits.map((limit) => evaluate(limit, fullAt.get(limit.bucket), now, cost))
    const verdict = combine(judged)
    if (verdict.isAllowed)
      for (const { limit, next } of judged) {
        fullAt.delete(limit.bucket)
        fullAt.set(limit.bucket, next)
      }
    added += limits.length
    if (added >= sweepEvery || fullAt.size > maxBuckets) {
      forgetOldest(fullAt, { now, maxBuckets, atMost: added * 2 })
      added = 0
    }
    return verdict
  }
  return {
    decide,
    consume: decide,
    peek: (limit) => toLevel(limit, fullAt.get(limit.bucket), elapsedMs()),
    refuses: (limit) => evaluate(limit, fullAt.get(limit.bucket), elapsedMs()).waitMs > 0,
    size: () => fullAt.size,
  }
}

/** A sweep per request would cost more than the decision. */
const sweepEvery = 64

interface Forgetting {
  now: number
  maxBuckets: number
  atMost: number
}

/** May drop more buckets than were added, so that full ones don't pile up. */
function forgetOldest(fullAt: Map<string, number>, { now, maxBuckets, atMost }: Forgetting): void {
  let left = atMost
  for (const [bucket, at] of fullAt) {
    if (left-- === 0 || (at > now && fullAt.size <= maxBuckets)) return
    fullAt.delete(bucket)
  }
}
