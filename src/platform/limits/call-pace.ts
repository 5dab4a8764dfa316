/** At most one call every `spacingMs`, and at most `calls` in any `windowMs`. */
export interface PaceLimit {
  spacingMs: number
  calls: number
  windowMs: number
}

/**
 * The pace of calls to one provider: the limit of its plan, and what its refusals taught. Times are milliseconds of one clock.
 */
interface CallPace {
  /** The wait until the next call may start; 0: now. */
  waitMs: (now: number) => number
  start: (now: number) => void
  /** Reports that the provider refused, for its rate, the call started at `startedAt`. No call starts for `pauseMs`. */
  refuse: (refusal: { startedAt: number; pauseMs: number }, now: number) => void
}

const maxPauseMs = 120_000
const maxIntervalMs = 10_000 // the maximum between calls, however many are refused
const recoveryMs = 60_000 // the time in which a slowdown halves

/**
 * A refusal halves the pace, which then doubles each minute, up to that of the plan. Without a known plan (null), refusals
 * teach the pace.
 */
export function createCallPace(plan: PaceLimit | null): CallPace {
  let limit = plan
  let slowdown = { factor: 1, at: -Infinity }
  let pausedUntil = -Infinity
  let starts: number[] = []

  const factorAt = (now: number) => {
    const factor = slowdown.factor / 2 ** ((now - slowdown.at) / recoveryMs)
    return plan ? Math.max(1, factor) : factor
  }
  const slowDown = (now: number) => {
    // The learnt pace no longer holds once the actual pace has outgrown it.
    if (limit === null || factorAt(now) < 1) {
      const inLastSecond = starts.filter((start) => start > now - 1000).length
      limit = { spacingMs: 1000 / Math.max(1, inLastSecond), calls: 1, windowMs: 0 }
      slowdown = { factor: 1, at: now }
    }
    const intervalMs = Math.max(limit.spacingMs, limit.windowMs / limit.calls)
    slowdown = { factor: Math.max(1, Math.min(maxIntervalMs / intervalMs, 2 * factorAt(now))), at: now }
  }
  return {
    waitMs: (now) => {
      const factor = factorAt(now)
      const paced = limit && { ...limit, spacingMs: limit.spacingMs * factor, windowMs: limit.windowMs * factor }
      return Math.max(0, Math.ceil(pausedUntil - now), paced ? waitMs(starts, paced, now) : 0)
    },
    start: (now) => {
      starts = [...starts, now].slice(-Math.max(100, plan?.calls ?? 0))
    },
    refuse: ({ startedAt, pauseMs }, now) => {
      pausedUntil = Math.max(pausedUntil, now + Math.min(maxPauseMs, pauseMs))
      // Calls of one burst are refused together, and slow the pace down once.
      if (startedAt >= slowdown.at) slowDown(now)
    },
  }
}

/** The wait from `now` until the next call may start, given the latest starts, oldest first. */
export function waitMs(starts: number[], { spacingMs, calls, windowMs }: PaceLimit, now: number): number {
  const afterLast = (starts.at(-1) ?? -Infinity) + spacingMs
  const afterWindow = (starts.at(-calls) ?? -Infinity) + windowMs
  return Math.max(0, Math.ceil(Math.max(afterLast, afterWindow) - now))
}
