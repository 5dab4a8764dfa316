/** So many in so long, as a burst or evenly: what was spent comes back evenly (GCRA, D48). */
export interface Limit {
  /** Names the policy in the headers. */
  name: string
  /** Names what is spent from: the policy, and whose it is. */
  bucket: string
  quota: number
  windowMs: number
}

export interface Verdict {
  isAllowed: boolean
  /** The strictest of the limits: the one with the longest wait, else with the fewest left. */
  strictest: Limit
  remaining: number
  /** Until the bucket is full again. */
  resetMs: number
  /** Until it would be allowed; 0 when it is. */
  waitMs: number
}

export interface Limiter {
  /** Spends one of each limit, or of none when one refuses: the lowest wins. At once where nobody need be asked. Never fails. */
  take: (limits: readonly Limit[]) => Verdict | Promise<Verdict>
  /** Whether this process knows, without asking anybody, that the limit would refuse. Spends nothing. */
  refuses: (limit: Limit) => boolean
}

/** What one limit says of one more at `now`, when its bucket is full at `fullAt`. */
export interface Judged {
  limit: Limit
  /** When the bucket will be full, once it is spent from. */
  next: number
  remaining: number
  resetMs: number
  waitMs: number
}

const tolerance = 0.001 // of floating point, in milliseconds or calls

export function judge(limit: Limit, stored: number | undefined, now: number): Judged {
  const { quota, windowMs } = limit
  const interval = windowMs / quota
  const fullAt = fullAtOf(stored ?? now, { now, windowMs, interval })
  const next = fullAt + interval
  const late = next - now - windowMs
  if (late > tolerance) return { limit, next, remaining: 0, resetMs: fullAt - now, waitMs: late }
  const remaining = Math.floor((windowMs - (next - now)) / interval + tolerance)
  return { limit, next, remaining, resetMs: next - now, waitMs: 0 }
}

/**
 * No bucket is further from full than a window: a time that says so is from before the clock was set back. What was spent
 * is unknown then: the bucket counts as empty but for one.
 */
const fullAtOf = (stored: number, { now, windowMs, interval }: { now: number; windowMs: number; interval: number }) =>
  stored > now + windowMs + 1 ? now + windowMs - interval : Math.max(now, stored)

/** The verdict of all limits together. */
export function combine([first, ...others]: readonly Judged[]): Verdict {
  if (!first) throw new Error('there is no limit to judge by')
  const isStricter = (a: Judged, b: Judged) => a.waitMs > b.waitMs || (b.waitMs === 0 && a.remaining < b.remaining)
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
 * The strictest limit, as draft-ietf-httpapi-ratelimit-headers-11 has it. A refusal's `t` is the wait, so that
 * Retry-After is no earlier.
 */
export function rateLimitHeaders({ isAllowed, strictest, remaining, resetMs, waitMs }: Verdict) {
  return {
    'ratelimit-policy': `"${strictest.name}";q=${strictest.quota};w=${seconds(strictest.windowMs)}`,
    ratelimit: `"${strictest.name}";r=${remaining};t=${seconds(isAllowed ? resetMs : waitMs)}`,
  }
}

/** What `Retry-After` says of a refusal. */
export const retryAfterSecondsOf = ({ waitMs }: Verdict): number => seconds(waitMs)
