import { setTimeout as pause } from 'node:timers/promises'
import { untilAborted } from './until-aborted.ts'

/** At most one call every `spacingMs`, and at most `calls` in any `windowMs`. */
export interface PaceLimit {
  spacingMs: number
  calls: number
  windowMs: number
}

/** Resolves when it is the caller's turn, in the order of asking; a caller whose signal aborts takes no turn. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** Keeps one process within a limit that the other side enforces. */
export function openPace(limit: PaceLimit, nowMs: () => number = () => performance.now()): Pace {
  let starts: number[] = []
  let queue: Promise<unknown> = Promise.resolve()

  const takeTurn = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    await pause(waitMs(starts, limit, nowMs()), undefined, { signal })
    starts = [...starts, nowMs()].slice(-limit.calls)
  }
  return (signal) =>
    untilAborted(signal, () => {
      const turn = queue.then(() => takeTurn(signal))
      queue = turn.catch(() => {})
      return turn
    })
}

/** How long after `now` the next call may start, given when the latest ones did (oldest first); milliseconds. */
export function waitMs(starts: number[], { spacingMs, calls, windowMs }: PaceLimit, now: number): number {
  const afterLast = (starts.at(-1) ?? -Infinity) + spacingMs
  const afterWindow = (starts.at(-calls) ?? -Infinity) + windowMs
  return Math.max(0, Math.ceil(Math.max(afterLast, afterWindow) - now))
}
