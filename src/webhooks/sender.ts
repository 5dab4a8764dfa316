import { type AttemptDeps, type Attempted, attemptDelivery } from './attempt.ts'
import { type Pace, type Sendable, openLanes } from './lanes.ts'
import type { ClaimedDelivery, Outcome } from './queue-store.ts'
import type { Cut } from '../platform/cut.ts'
import { rememberOpened } from './opened-secrets.ts'
import { openRecorder } from './recorder.ts'
import { pauseAfter, verdictOn } from './retry.ts'
import type { Deps } from '../deps.ts'

export interface SenderDeps extends Omit<AttemptDeps, 'open'>, Pick<Deps, 'db' | 'secrets' | 'metrics'> {}

/** A claimed delivery, and who is told what became of it. */
export interface Job extends Sendable {
  delivery: ClaimedDelivery
  /** On this process's own clock: later it may be somebody else's. */
  claimedUntilMs: number
  run: object
  stopped: Cut
  ended: (state: Outcome['state']) => void
}

export type Sender = ReturnType<typeof openSender>

const slots = 512
const mostRetries = (slots * 3) / 4
const mostWaiting = 1024
const mostPerSubscription = 8
/** An attempt that begins later might end after its claim. */
const marginMs = 15_000
const quickMs = 2000
const faultRestMs = 30_000

/** Sends what it is given, as the lanes allow, and writes down what becomes of it. */
export function openSender(deps: SenderDeps, onRoom: () => void) {
  const lanes = openLanes<Job>({ slots, mostPerSubscription, onRoom })
  const recorder = openRecorder(deps)
  const attempting = { ...deps, open: deps.secrets && rememberOpened(deps.secrets) }
  /** By delivery: a claim that ran out too early, by whatever clock, must not make a second attempt beside the first. */
  const held = new Map<string, Job>()
  let retries = 0

  const sendAll = () => {
    for (let job = lanes.take(); job; job = lanes.take()) void send(job)
  }
  const send = async (job: Job) => {
    const isLate = performance.now() > job.claimedUntilMs - marginMs
    const attempted = isLate ? 'stopped' : await attemptDelivery(attempting, job.delivery, job.stopped)
    lanes.end(job, paceOf(attempted))
    sendAll()
    await finish(job, attempted)
  }
  const finish = async (job: Job, attempted: Attempted) => {
    const outcome = outcomeOf(job.delivery, attempted, deps.now())
    if (outcome.pausedUntil) putBack((other) => other.isRetry && other.subscriptionId === job.subscriptionId)
    const isWritten = await recorder.record(outcome)
    held.delete(job.delivery.id)
    if (job.isRetry) retries--
    const state = isWritten ? outcome.state : 'deferred'
    deps.metrics.sends.inc({ queue: 'webhooks', target: job.isRetry ? 'retry' : 'first', outcome: state })
    job.ended(state)
  }
  const putBack = (fits: (job: Job) => boolean) => {
    for (const job of lanes.withdraw(fits)) void finish(job, 'stopped')
  }

  return {
    add: (jobs: Job[]): void => {
      for (const job of jobs) {
        const present = held.get(job.delivery.id)
        if (present) {
          present.delivery = { ...present.delivery, claim: job.delivery.claim }
          job.ended('deferred')
          continue
        }
        held.set(job.delivery.id, job)
        if (job.isRetry) retries++
        lanes.add(job)
      }
      sendAll()
    },
    /** Gives back what waits and fits. */
    putBack,
    /** How many more it takes. */
    room: (isRetry: boolean): number => Math.max(0, isRetry ? mostRetries - retries : mostWaiting - lanes.waiting()),
    full: lanes.full,
    busy: lanes.busy,
  }
}

const paceOf = (attempted: Attempted): Pace =>
  typeof attempted === 'string'
    ? { isAnswered: true, isQuick: true }
    : { isAnswered: attempted.error !== 'timeout', isQuick: attempted.durationMs < quickMs }

function outcomeOf(delivery: ClaimedDelivery, attempted: Attempted, at: Date): Outcome {
  const { subscriptionId, id, claim, failures } = delivery
  const outcome = { subscriptionId, id, claim, dueAt: null, attempt: null, pausedUntil: null }
  if (attempted === 'stopped') return { ...outcome, state: 'deferred' }
  if (attempted === 'our fault') return { ...outcome, state: 'deferred', dueAt: new Date(at.getTime() + faultRestMs) }
  const verdict = verdictOn(attempted.error, { failures, at })
  const pausedUntil = pauseAfter(attempted.error, at)
  return { ...outcome, attempt: attempted, pausedUntil, ...verdict }
}
