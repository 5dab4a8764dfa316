import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addDailyLimit } from '../../keys/consume.ts'
import type { KeyDeps } from '../../keys/key-deps.ts'
import type { Model } from '../../providers/model/model.ts'
import type { AdmissionDeps } from './admission-deps.ts'
import { findPayer } from './payer.ts'

interface ScoringRequest {
  request: FastifyRequest
  reply: FastifyReply
  signal: AbortSignal
}

/**
 * Runs a scoring within the daily quotas of its key or client network, when this process has a permit for it. A scoring
 * counts if it creates a record or calls the model; one that fails before that gives its place in the quota back.
 */
export async function admitScoring<T extends { storedBytes: number }>(
  deps: AdmissionDeps & Pick<KeyDeps, 'hashNetwork'> & Pick<Deps, 'model'>,
  { request, reply, signal }: ScoringRequest,
  score: (model: Model | null) => Promise<T>,
): Promise<T> {
  const payer = await findPayer(deps, request)
  await deps.dailyBytes.requireRoom(payer)
  const release = await deps.dailyScores.reserve(payer, (left) => {
    if (payer.tier !== 'anonymous' || left.remaining < 0) addDailyLimit(reply, left)
  })
  let hasCalledModel = false
  const model = deps.model && observeCalls(deps.model, () => (hasCalledModel = true))
  try {
    const created = await deps.scorings.run(() => score(model), { signal })
    deps.dailyBytes.note(payer, created.storedBytes)
    return created
  } catch (error) {
    if (!hasCalledModel) await release()
    throw error
  }
}

const observeCalls = (model: Model, onCall: () => void): Model => ({
  ...model,
  ...(model.panel && { panel: model.panel.map((one) => observeCalls(one, onCall)) }),
  judge: (request, signal) => {
    onCall()
    return model.judge(request, signal)
  },
})
