import type { Deps } from '../deps.ts'
import { ApiError, UpstreamError } from '../platform/errors.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { toKeyAddress, toKeyChain } from './contract-key.ts'
import { type DueExamination, endExamination, holdExamination } from './contract-store.ts'
import { rescoreBound } from './rescore.ts'

const maxPerRun = 5

/**
 * Re-scores submissions whose bound contracts no record has measured. Stored verdicts are used, so an examination costs
 * two calls of the data providers.
 */
export async function examineBound(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < maxPerRun && !signal.aborted; count += 1) {
    const due = await holdExamination(deps.db, deps.clock.now())
    if (!due) return
    await examineLogged(deps, due, signal)
  }
}

/** The next attempt is already planned. A failure at one contract doesn't stop the others. */
async function examineLogged(deps: Deps, due: DueExamination, signal: AbortSignal): Promise<void> {
  try {
    const scoreId = await examine(deps, due, signal)
    if (scoreId !== null) deps.log.info({ score: scoreId, contract: due.contract }, 'a bound contract was examined')
  } catch (error) {
    if (!(error instanceof UpstreamError) && !(error instanceof ApiError) && !(error instanceof ChangedError))
      throw error
    deps.log.warn({ submission: due.submissionId, reason: error.message }, 'a bound contract could not be examined')
  }
}

/** Another process holds the examination, or the submission is now bound to another contract. */
class ChangedError extends Error {}

/** null: the provider doesn't know the contract yet. */
async function examine(deps: Deps, due: DueExamination, given: AbortSignal): Promise<string | null> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(deps.config.scoreDeadlineMs)])
  // Providers learn of young tokens late. The re-score gets the same answer from the cache.
  const answer = await sourcesOf(deps, toKeyChain(due.contract, deps.config)).tokenRisk?.token(
    toKeyAddress(due.contract),
    signal,
  )
  if (!answer?.facts) return null
  const complete: Parameters<typeof rescoreBound>[2]['key']['complete'] = async (tx, scoreId) => {
    if (!(await endExamination(tx, due, scoreId))) throw new ChangedError('the binding has changed meanwhile')
  }
  const { id } = await rescoreBound(deps, due.scoreId, { signal, key: { complete } })
  return id
}
