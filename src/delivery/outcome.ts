import type { AttemptResult } from './attempt.ts'
import { type Circumstances, decideNextAttempt, getPauseEnd } from './next-attempt.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './queue-store.ts'

const internalErrorWaitMs = 30_000

/** The outcome of a claimed delivery, to be recorded. */
export function toOutcome(
  delivery: ClaimedDelivery & { claimedAt: Date },
  result: AttemptResult,
  { at, getChance }: Pick<Circumstances, 'at' | 'getChance'>,
): DeliveryOutcome {
  const { subscriptionId, id, claim, isRetry, claimedAt, failures, retryPolicy: policy } = delivery
  const since = claimedAt
  const outcome = { subscriptionId, id, claim, isRetry, since, dueAt: null, attempt: null, pausedUntil: null }
  if (result.kind === 'aborted') return { ...outcome, state: 'deferred' }
  if (result.kind === 'internal-error')
    return { ...outcome, state: 'deferred', dueAt: new Date(at.getTime() + internalErrorWaitMs) }
  const { attempt, retryAfterMs } = result
  const { status, error } = attempt
  const decision = decideNextAttempt({ status, error, retryAfterMs }, { policy, failures, at, getChance })
  return { ...outcome, attempt, pausedUntil: getPauseEnd(error, { policy, at }), ...decision }
}
