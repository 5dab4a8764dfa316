import type { Deps } from '../deps.ts'
import { openBell } from '../platform/bell.ts'
import type { Hear } from '../platform/listener.ts'
import type { Outbound } from '../platform/outbound.ts'
import type { SharedClock } from '../platform/shared-clock.ts'
import { claimLane } from './claim-lane.ts'
import { findNextDue, upsertHeartbeat } from './queue-store.ts'
import { type Bounds, type Run, openRun, rest, wants } from './run.ts'
import type { WebhookTick } from './schemas.ts'
import { openSender } from './sender.ts'
import { newDeliveries } from './store.ts'

export interface DispatcherParts extends Pick<Deps, 'config' | 'db' | 'secrets' | 'random' | 'metrics' | 'log'> {
  outbound: Outbound
  sharedClock: SharedClock
  /** How what other replicas write is heard of. */
  hear: Hear
}

/** Sends deliveries. There is one for each process: all its runs share the limits. */
export interface Dispatcher {
  /** Sends what is due until nothing is, within the bounds; counts what became of it. */
  run: (bounds: Bounds) => Promise<WebhookTick>
  /** How long until something is due; infinite when nothing waits. */
  untilDueMs: () => Promise<number>
  /** Resolves when there is something new, of this replica or another, or when `signal` fires. */
  untilWoken: (signal: AbortSignal) => Promise<void>
  close: () => Promise<void>
}

export const jobName = 'deliver webhooks'
const retryStepMs = 1000
const beatMs = 10_000

export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const { db, sharedClock } = parts
  const deps = { ...parts, now: sharedClock.now }
  const runs = new Set<Run>()
  const sender = openSender(deps, () => runs.forEach(wake))
  const woken = openBell()
  const beat = openHeartbeat(parts)
  const onNews = () => {
    runs.forEach(wake)
    woken.ring()
  }
  const listener = parts.hear(newDeliveries, { onNotice: onNews, onGap: onNews })

  const take = async (run: Run): Promise<boolean> => {
    await beat()
    const hasFresh = run.mayHaveMore.fresh && (await claimLane(deps, sender, run, 'fresh'))
    if (!run.mayHaveMore.retries && performance.now() < run.retriesAt) return hasFresh
    run.retriesAt = performance.now() + retryStepMs
    return (await claimLane(deps, sender, run, 'retries')) || hasFresh
  }
  const work = async (run: Run) => {
    for (;;) {
      if (run.isOver()) sender.putBack((job) => job.run === run)
      const hasTaken = !run.isOver() && (await take(run))
      if (run.outstanding === 0 && (run.isOver() || !wants(run))) return
      if (!hasTaken) await rest(run)
    }
  }
  /** Also after a fault: what is under way is not left behind. */
  const bringToAnEnd = async (run: Run) => {
    runs.delete(run)
    while (run.outstanding > 0) await run.bell.heard()
    run.dispose()
  }
  return {
    run: async (bounds) => {
      const run = openRun(bounds)
      runs.add(run)
      try {
        await work(run)
      } finally {
        await bringToAnEnd(run)
      }
      return run.tally
    },
    untilDueMs: async () => {
      await beat()
      const due = await findNextDue(db, sharedClock.now())
      return due ? Math.max(0, due.getTime() - sharedClock.now().getTime()) : Infinity
    },
    untilWoken: async (signal) => {
      listener.heardUntil() // begins to listen, and makes sure that it still does
      await woken.heard(signal)
    },
    close: listener.close,
  }
}

function wake(run: Run): void {
  run.mayHaveMore = { fresh: true, retries: true }
  run.bell.ring()
}

/** Keeps the shared clock right, and says now and then that somebody is alive, here and in the database. */
function openHeartbeat({ db, sharedClock, metrics }: DispatcherParts): () => Promise<void> {
  let nextAt = -Infinity
  return async () => {
    await sharedClock.sync()
    metrics.jobSuccess.set({ job: jobName }, Date.now() / 1000)
    if (performance.now() < nextAt) return
    nextAt = performance.now() + beatMs
    await upsertHeartbeat(db, sharedClock.now())
  }
}
