import { ApiError } from '../errors.ts'
import { isDeadline } from '../http/responses.ts'
import type { Metrics } from '../metrics.ts'
import { type Client, currentClient } from '../network/request-client.ts'
import { type Requester, type TurnLimits, createTurns } from './turns.ts'
import { untilAborted } from '../resilience/until-aborted.ts'

export class QueueRefused extends ApiError {
  readonly reason: 'full' | 'deadline'

  constructor(reason: 'full' | 'deadline', retryAfterSeconds: number) {
    const message = 'The service is too busy to handle this request right now. Try again later.'
    super('unavailable', message, { retryAfterSeconds })
    this.reason = reason
  }
}

export interface AdmissionQueueOptions extends Partial<TurnLimits> {
  name: string
  maxRunning: number
  metrics: Pick<Metrics, 'queueRunning' | 'queueWaiting' | 'queueRefused'>
}

export interface AdmissionQueue {
  /**
   * Runs `work` in the client's turn; our own work counts as one client. Throws `QueueRefused`, or the signal's reason
   * at once: waiting work never starts, and started work counts as running until it ends.
   */
  run: <T>(work: (signal: AbortSignal) => Promise<T>, options: { signal: AbortSignal }) => Promise<T>
  running: () => number
  waiting: () => number
  /** Whether all permits are taken and other work waits. */
  isContended: () => boolean
}

const retryAfterSeconds = { full: 5, deadline: 10 }

/** Waiting work takes turns between client networks and key holders (D82). */
export function createAdmissionQueue({ name, metrics, ...limits }: AdmissionQueueOptions): AdmissionQueue {
  const turns = createTurns<Waiter>({
    maxRunningPerNetwork: limits.maxRunning,
    maxWaiting: 1024,
    maxWaitingPerNetwork: 64,
    ...limits,
  })
  const measure = () => {
    metrics.queueRunning.set({ queue: name }, turns.running())
    metrics.queueWaiting.set({ queue: name }, turns.waiting())
  }
  const startNext = () => {
    for (let next = turns.take(); next; next = turns.take()) next.start()
    measure()
  }
  const refuse = (reason: QueueRefused['reason']) => {
    metrics.queueRefused.inc({ queue: name, reason })
    return new QueueRefused(reason, retryAfterSeconds[reason])
  }
  const end = (requester: Requester) => {
    turns.end(requester)
    startNext()
  }
  const takePermit = (requester: Requester, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      turns.withdraw(requester, waiter)
      measure()
      reject(isDeadline(signal.reason) ? refuse('deadline') : signal.reason)
    }
    const start = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const waiter = { start }
    if (!turns.add(requester, waiter)) return Promise.reject(refuse('full'))
    signal.addEventListener('abort', leave, { once: true })
    startNext()
    return promise
  }
  measure()
  return {
    run: async (work, { signal }) => {
      const requester = toRequester(currentClient())
      signal.throwIfAborted()
      await takePermit(requester, signal)
      return runWithPermit(work, signal, () => end(requester))
    },
    running: turns.running,
    waiting: turns.waiting,
    isContended: () => turns.running() >= limits.maxRunning && turns.waiting() > 0,
  }
}

interface Waiter {
  start: () => void
}

const toRequester = (client: Client | undefined): Requester => client ?? { network: 'own work', site: null }

async function runWithPermit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  leave: () => void,
): Promise<T> {
  let working: Promise<T> | undefined
  try {
    return await untilAborted(signal, () => (working = work(signal)))
  } finally {
    if (working) working.then(leave, leave)
    else leave()
  }
}
