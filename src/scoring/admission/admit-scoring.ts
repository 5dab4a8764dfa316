import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { maxScoreBytes } from '../../activity/budgets/budgets.ts'
import type { Level } from '../../activity/budgets/shares.ts'
import { addDailyLimit } from '../../keys/consume.ts'
import type { Model } from '../../providers/model/model.ts'
import { findPayer } from './payer.ts'

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
  try {
    const held = await deps.budgets.hold(payer, { scores, stored_bytes: maxScoreBytes })
    try {
      const calls = payer.isTest ? 0 : countFirstCalls(deps.model)
      const created = await deps.scorings.run(() => deps.budgets.charge(payer, calls, () => score(model)), { signal })
      void held.settle({ scores, stored_bytes: created.storedBytes }) // the response doesn't wait for it
      return created
    } catch (error) {
      void held.settle({ scores: hasCalledModel ? scores : 0 })
      throw error
    }
  } catch (error) {
    if (!hasCalledModel) await release()
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
