import { type Bell, openBell } from '../platform/bell.ts'
import { type Cut, openCut } from '../platform/cut.ts'
import type { WebhookTick } from './schemas.ts'

export interface Bounds {
  mostRows: number
  /** For so long new ones are taken; what waits then is put back. */
  takingMs: number
  /** The same at once, and what is under way gets a few seconds. */
  stopped: AbortSignal
}

export type LaneName = 'fresh' | 'retries'

/** One go at what is due. */
export interface Run {
  tally: WebhookTick
  /** Taken and not at their end. */
  outstanding: number
  rowsLeft: number
  mayHaveMore: Record<LaneName, boolean>
  /** Where the next claim goes on; null: from the start. */
  before: Record<LaneName, string | null>
  /** Neither a notification nor freed room tells of repetitions that become due: they are asked for in steps. */
  retriesAt: number
  bell: Bell
  isOver: () => boolean
  endsAt: number
  /** Ends what is under way. */
  cut: Cut
  dispose: () => void
}

const graceMs = 6000

export function openRun({ mostRows, takingMs, stopped }: Bounds): Run {
  const endsAt = performance.now() + takingMs
  const { bell, cut, dispose } = endWith(stopped)
  const run: Run = {
    tally: { claimed: 0, delivered: 0, retried: 0, failed: 0, deferred: 0 },
    outstanding: 0,
    rowsLeft: mostRows,
    mayHaveMore: { fresh: true, retries: true },
    before: { fresh: null, retries: null },
    retriesAt: 0,
    bell,
    isOver: () => stopped.aborted || performance.now() >= endsAt,
    endsAt,
    cut,
    dispose,
  }
  return run
}

export const wants = ({ mayHaveMore, rowsLeft }: Run): boolean =>
  rowsLeft > 0 && (mayHaveMore.fresh || mayHaveMore.retries)

/** Waits for the bell, but no longer than until the next step. */
export async function rest({ bell, retriesAt, endsAt, isOver }: Run): Promise<void> {
  const ms = Math.min(retriesAt, endsAt) - performance.now()
  const timer = isOver() ? undefined : setTimeout(bell.ring, Math.max(0, ms))
  await bell.heard()
  clearTimeout(timer)
}

/** The bell rings when the run is stopped; some seconds later what is still under way is cut off. */
function endWith(stopped: AbortSignal) {
  const bell = openBell()
  const cut = openCut()
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    bell.ring()
    timer = setTimeout(cut.cut, graceMs)
  }
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop)
  const dispose = () => {
    clearTimeout(timer)
    stopped.removeEventListener('abort', stop)
  }
  return { bell, cut, dispose }
}
