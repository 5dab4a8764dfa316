import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Level, maxScoreBytes } from '../activity/budgets.ts'
import type { Deps } from '../deps.ts'
import { addDailyLimit } from '../keys/guard.ts'
import type { Metrics } from '../platform/metrics.ts'
import { type AdmissionQueue, createAdmissionQueue } from '../platform/queues/admission-queue.ts'
import type { Model } from '../providers/model/model.ts'
import { findPayer } from './daily-scores.ts'

interface ScoringRequest {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
  /** What is known of a sender without a key; nothing by default. */
  trust?: Level
}

/**
 * Runs a scoring within the daily quotas of its key or network and the budgets of the service. It counts if it creates
 * a record or calls the model; otherwise its place in the quota is returned, and so are bytes that it doesn't store.
 */
export async function admitScoring<T extends { storedBytes: number }>(
  deps: Deps,
  { request, reply, signal, trust }: ScoringRequest,
  score: (model: Model | null) => Promise<T>,
): Promise<T> {
  const payer = await findPayer(deps, request, trust)
  const release = await deps.dailyScores.reserve(payer, (left) => {
    if (payer.tier !== 'anonymous' || left.remaining < 0) addDailyLimit(reply, left)
  })
  let hasCalledModel = false
  const model = deps.model && observeCalls(deps.model, () => (hasCalledModel = true))
  const scores = payer.isTest ? 0 : 1
  const held = await deps.budgets.hold(payer, { scores, stored_bytes: maxScoreBytes }).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const calls = payer.isTest ? 0 : countFirstCalls(deps.model)
  let scoring: Promise<T> | undefined
  const settle = async (): Promise<void> => {
    const created = await scoring?.catch(() => null)
    if (created) return held.settle({ scores, stored_bytes: created.storedBytes })
    void held.settle({ scores: hasCalledModel ? scores : 0 })
    if (!hasCalledModel) await release()
  }
  try {
    const start = () => (scoring = deps.budgets.charge(payer, calls, () => score(model)))
    const created = await deps.scorings.run(start, { signal })
    void settle() // the response doesn't wait for it
    return created
  } catch (error) {
    const settling = settle()
    if (!signal.aborted || !scoring) await settling // work that has begun may go on, and even store its record
    throw error
  }
}

const countFirstCalls = (model: Model | null): number => (model ? 2 * (1 + (model.panel?.length ?? 0)) : 0)

const observeCalls = (model: Model, onCall: () => void): Model => ({
  ...model,
  ...(model.panel && { panel: model.panel.map((one) => observeCalls(one, onCall)) }),
  judge: (request, signal) => {
    onCall()
    return model.judge(request, signal)
  },
})

export interface ScoringQueues {
  run: <T>(scoring: () => Promise<T>, options: { signal: AbortSignal }) => Promise<T>
  enterStart: (signal: AbortSignal) => Promise<() => void>
  /** Waits for its turn until the signal, and then for the end of the work. */
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
    write: (work, signal) => runToItsEnd(writes, work, signal),
  }
}

/** Work that has begun is awaited after the signal too: its transaction may commit. */
async function runToItsEnd<T>(queue: AdmissionQueue, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let working: Promise<T> | undefined
  try {
    return await queue.run(() => (working = work()), { signal })
  } catch (error) {
    if (working) return working
    throw error
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
