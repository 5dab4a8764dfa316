import { type AdmissionQueue, createAdmissionQueue } from '../../platform/queues/admission-queue.ts'
import type { Metrics } from '../../platform/metrics.ts'

export interface ScoringQueues {
  run: <T>(scoring: () => Promise<T>, options: { signal: AbortSignal }) => Promise<T>
  enterStart: (signal: AbortSignal) => Promise<() => void>
  write: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>
}

// A network may request 60 scorings in a minute at once: 16 run and 44 wait. A key lineage has 64 (D82).
const maxPerNetwork = 16

// Key holders start at once, even if other callers hold all remaining permits.
const keyHolderShare = 1 / 16

// Fetching and decoding the image takes about 10 ms of this process: 200 scorings that start at once would delay reads
// for two seconds.
const maxStarting = 4
const maxStartingMs = 100 // A slow image must not delay the others for longer.

// Verdicts arrive in bursts. More concurrent transactions finish no sooner, and compete with reads.
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
  const waiting = { maxWaiting: maxInFlight, maxWaitingPerNetwork: maxInFlight }
  const starts = createAdmissionQueue({ name: 'starts', maxRunning: maxStarting, ...waiting, metrics })
  const writes = createAdmissionQueue({ name: 'writes', maxRunning: maxWriting, ...waiting, metrics })
  return {
    run: (scoring, { signal }) => scorings.run(scoring, { signal }),
    enterStart: (signal) => enterStart(starts, signal),
    write: (work, signal) => writes.run(work, { signal }),
  }
}

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
