import { setTimeout as sleep } from 'node:timers/promises'
import { isDeadline } from '../http/responses.ts'
import type { Metrics } from '../metrics.ts'
import { currentTask } from '../request-client.ts'
import { openTimeout } from '../resilience/timeouts.ts'
import { createAdmissionQueue, QueueRefused } from './admission-queue.ts'

export interface CallTurns {
  /** Throws `TurnRefused` when that would be too late, or the signal's reason. */
  take: (signal: AbortSignal) => Promise<CallTurn>
  isLimited: () => boolean
}

export interface CallTurn {
  /** No call starts for `pauseMs`, and the pace slows down. */
  refuse: (pauseMs: number) => void
}

/** The call's turn would come too late for its request. */
export class TurnRefused extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('no turn in time')
    this.retryAfterMs = retryAfterMs
  }
}

export interface CallTimer {
  nowMs: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

interface Options {
  name: string
  plan: PaceLimit | null
  metrics: Metrics
  timer?: CallTimer
}

export const systemTimer: CallTimer = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

const maxWaitMs = 20_000
/** Reserved for the call itself. */
const reserveMs = 1000
const limitedForMs = 60_000

/** Keeps calls below the plan's rate, with a fair share for each client network (D69). */
export function createCallTurns({ name, plan, metrics, timer = systemTimer }: Options): CallTurns {
  const { nowMs } = timer
  const pace = createCallPace(plan)
  const queue = createAdmissionQueue({ name: `${name}-pace`, maxRunning: 1, metrics })
  let limitedAt = -Infinity

  const refuse = () => {
    limitedAt = nowMs()
    return new TurnRefused(Math.max(1000, pace.waitMs(nowMs())))
  }
  const start = (): CallTurn => {
    const startedAt = nowMs()
    pace.start(startedAt)
    return {
      refuse: (pauseMs) => {
        limitedAt = nowMs()
        pace.refuse({ startedAt, pauseMs }, nowMs())
      },
    }
  }
  const awaitTurn = async (signal: AbortSignal): Promise<CallTurn> => {
    const allowedMs = Math.min(maxWaitMs, (currentTask()?.deadlineAt ?? Infinity) - reserveMs - performance.now())
    if (pace.waitMs(nowMs()) > allowedMs) throw refuse()
    using timeout = openTimeout(Math.max(0, Math.floor(allowedMs)), signal)
    const bounded = timeout.signal
    const atPace = async () => {
      // A refusal of an earlier call may set a pause during the sleep.
      for (let waitMs = pace.waitMs(nowMs()); waitMs > 0; waitMs = pace.waitMs(nowMs()))
        await timer.sleep(waitMs, bounded)
      return start()
    }
    try {
      return await queue.run(atPace, { signal: bounded })
    } catch (error) {
      if (signal.aborted && !isDeadline(signal.reason)) throw signal.reason
      throw bounded.aborted || error instanceof QueueRefused ? refuse() : error
    }
  }
  return {
    take: async (signal) => {
      signal.throwIfAborted()
      const isFree = queue.running() + queue.waiting() === 0 && pace.waitMs(nowMs()) === 0
      return isFree ? start() : awaitTurn(signal)
    },
    isLimited: () => nowMs() - limitedAt < limitedForMs,
  }
}

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
