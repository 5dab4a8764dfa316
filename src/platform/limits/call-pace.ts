/** At most one call every `spacingMs`, and at most `calls` in any `windowMs`. */
export interface PaceLimit {
  spacingMs: number
  calls: number
  windowMs: number
}

interface CallPace {
  waitMs: (now: number) => number
  start: (now: number) => void
  /** Reports that the provider refused the call started at `startedAt`; no call starts for `pauseMs`. */
  refuse: (refusal: { startedAt: number; pauseMs: number }, now: number) => void
}

const maxPauseMs = 120_000
const maxIntervalMs = 10_000
const recoveryMs = 60_000 // the time in which a slowdown halves

/**
 * A refusal halves the pace, which then doubles each minute up to the plan's. Without a plan, refusals teach the pace.
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
    // A learnt pace no longer holds once the actual pace exceeds it.
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

/** `starts` are the latest starts, oldest first. */
export function waitMs(starts: number[], { spacingMs, calls, windowMs }: PaceLimit, now: number): number {
  const afterLast = (starts.at(-1) ?? -Infinity) + spacingMs
  const afterWindow = (starts.at(-calls) ?? -Infinity) + windowMs
  return Math.max(0, Math.ceil(Math.max(afterLast, afterWindow) - now))
}
