import { setTimeout as sleep } from 'node:timers/promises'
import { type PaceLimit, createCallPace } from '../limits/call-pace.ts'
import { QueueRefused, createAdmissionQueue } from './admission-queue.ts'
import { isDeadline } from '../http/responses.ts'
import type { Metrics } from '../metrics.ts'
import { currentTask } from '../network/request-client.ts'

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
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.floor(allowedMs)))])
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
