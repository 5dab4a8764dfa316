import type { AttemptResult } from './attempt.ts'
import { type Circumstances, type Result, decideNextAttempt, getPauseEnd } from './next-attempt.ts'
import { type ClaimedDelivery, type DeliveryOutcome, deliveryLeaseMs } from './queue-store.ts'
import { isOwnFault } from '../../contract/schemas/delivery.ts'

interface Claimed extends ClaimedDelivery {
  claimedAt: Date
}

type Chance = Pick<Circumstances, 'getChance'>

export function toOutcome(claimed: Claimed, result: AttemptResult, { at, getChance }: Chance & { at: Date }) {
  if (result.kind === 'aborted') return build(claimed, { state: 'deferred' })
  const { attempt, retryAfterMs } = result
  const { status, error } = attempt
  const { retryPolicy: policy, failures } = claimed
  const decision = decideNextAttempt({ status, error, retryAfterMs }, { policy, failures, at, getChance })
  const pausedUntil = getPauseEnd(error, { policy, at })
  return build(claimed, {
    ...decision,
    attempts: [attempt],
    pausedUntil,
    hasFailed: error !== null && !isOwnFault(error),
  })
}

/**
 * The outcome of a delivery whose last claim expired without a result, which counts as a failed attempt (D103): the
 * next attempt waits as the policy says. null: no claim expired, or the wait is over.
 */
export function toLostOutcome(claimed: Claimed, { now, getChance }: Chance & { now: Date }): DeliveryOutcome | null {
  const { lostAt, retryPolicy: policy } = claimed
  if (!lostAt) return null
  const result: Result = { status: null, error: 'stopped', retryAfterMs: null }
  const failures = claimed.failures - 1
  const at = new Date(lostAt.getTime() - deliveryLeaseMs)
  const decision = decideNextAttempt(result, { policy, failures, at, getChance })
  return decision.state === 'pending' && decision.dueAt <= now ? null : build(claimed, decision)
}

type Outcome = Pick<DeliveryOutcome, 'state'> &
  Partial<Pick<DeliveryOutcome, 'attempts' | 'dueAt' | 'pausedUntil' | 'hasFailed'>>

function build({ subscriptionId, id, claim, isRetry, claimedAt }: Claimed, outcome: Outcome): DeliveryOutcome {
  const unchanged = { attempts: [], dueAt: null, pausedUntil: null, hasFailed: false }
  return { subscriptionId, id, claim, isRetry, since: claimedAt, ...unchanged, ...outcome }
}
