import { type AdmissionQueue, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** The scorings of this process. Those beyond the bounds wait, in turns between clients, within their deadlines (D82). */
export interface ScoringQueues {
  /** Runs a scoring when it has a permit. Throws `QueueRefused`, or the signal's reason. */
  run: <T>(scoring: () => Promise<T>, options: { signal: AbortSignal }) => Promise<T>
  /** Waits for a permit to start a scoring; the returned function gives it back. */
  enterStart: (signal: AbortSignal) => Promise<() => void>
  /** Runs the writing of a score. */
  write: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
}

// The 60 scorings that a network may request in a minute may come all at once: 16 run, 44 wait. A key lineage has 64 (D82).
const maxPerNetwork = 16

// A key holder starts at once, although strangers hold all other permits for as long as the model takes.
const keyHolderShare = 1 / 16

// Fetching and decoding the image costs this process about 10 ms: 200 scorings that start at once would delay reads for two seconds.
const maxStarting = 4
const maxStartingMs = 100 // a slow image must not delay the others for longer

// Verdicts arrive in bursts. More transactions at once than this finish no sooner, and reads compete with all of them.
const maxWriting = 3

export function createScoringQueues({
  maxInFlight,
  metrics,
}: {
  maxInFlight: number
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
}): ScoringQueues {
  const reservedForKeyHolders = Math.floor(maxInFlight * keyHolderShare)
  const limits = { maxRunning: maxInFlight, maxRunningPerNetwork: maxPerNetwork, reservedForKeyHolders }
  const scorings = createAdmissionQueue({ name: 'scorings', ...limits, metrics })
  // Everything that waits in these queues has a permit of the first one.
  const waiting = { maxWaiting: maxInFlight, maxWaitingPerNetwork: maxInFlight }
  const starts = createAdmissionQueue({ name: 'starts', maxRunning: maxStarting, ...waiting, metrics })
  const writes = createAdmissionQueue({ name: 'writes', maxRunning: maxWriting, ...waiting, metrics })
  return {
    run: (scoring, { signal }) => scorings.run(scoring, { signal }),
    enterStart: (signal) => enterStart(starts, signal),
    write: (work, signal) => writes.run(work, { signal }),
  }
}

/** The permit is free again when its holder gives it back, or after `maxStartingMs`. */
function enterStart(starts: AdmissionQueue, signal: AbortSignal): Promise<() => void> {
  const { promise: entered, resolve: enter, reject: refuse } = Promise.withResolvers<() => void>()
  const stay = () =>
    new Promise<void>((leave) => {
      const timer = setTimeout(leave, maxStartingMs).unref()
      enter(() => {
        clearTimeout(timer)
        leave()
      })
    })
  starts.run(stay, { signal }).catch(refuse)
  return entered
}
