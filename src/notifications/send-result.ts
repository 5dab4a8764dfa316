import { toPrintable } from '../../contract/text.ts'
import type { SlotState } from '../database/column-types.ts'
import { exponentialBackoff } from '../platform/resilience/backoff.ts'
import type { Receipt, SendFailed } from './channels/channel.ts'

export interface SendResult {
  state: SlotState
  attempts: number
  nextAttemptAt: Date | null
  receipt: string | null
  lastError: string | null
  sentAt: Date | null
}

interface SendAttempt {
  attempts: number
  receipt: string | null
}

interface Times {
  now: Date
  expiresAt: Date
}

const nothing = { nextAttemptAt: null, receipt: null, lastError: null, sentAt: null }

/** The result of a send that must not go out; null if it must. */
export function findUnsentResult(
  { attempts, receipt }: SendAttempt,
  slot: { state: SlotState; isCurrent: boolean; isHidden: boolean },
  { now, expiresAt }: Times,
): SendResult | null {
  const untried = { ...nothing, attempts: attempts - 1 }
  if (slot.state !== 'pending' || !slot.isCurrent) return { ...untried, state: 'cancelled' }
  if (slot.isHidden)
    return { ...untried, lastError: 'hidden', ...(receipt === null ? skipped : toEndState(receipt, now)) }
  const isLate = now >= expiresAt
  if (isLate && attempts === 1) return { ...untried, state: 'skipped', lastError: 'too_late' }
  if (isLate || isExhausted(attempts)) return { ...untried, lastError: 'interrupted', ...toEndState(receipt, now) }
  return null
}

/** A send without recipients is `skipped`. */
export const toSentResult = ({ attempts }: SendAttempt, sent: Receipt | null, now: Date): SendResult =>
  sent === null
    ? { ...nothing, attempts, state: 'skipped', lastError: 'no_recipients' }
    : { ...nothing, attempts, state: 'sent', receipt: toStoredText(sent.receipt), sentAt: now }

/** Retries until the slot expires. A send that reached some recipients ends as `sent`. */
export function toFailureResult({ attempts, receipt }: SendAttempt, failure: SendFailed, times: Times): SendResult {
  const { retryAfterMs, isFinal, reason } = failure
  const failed = { ...nothing, attempts, receipt: failure.receipt && toStoredText(failure.receipt), lastError: reason }
  const nextAt = isFinal ? null : nextAttemptAt({ attempts, retryAfterMs }, times)
  if (nextAt) return { ...failed, state: 'pending', nextAttemptAt: nextAt }
  return { ...failed, ...toEndState(failure.receipt ?? receipt, times.now) }
}

const skipped = { state: 'skipped', sentAt: null } as const

const toEndState = (receipt: string | null, now: Date): Pick<SendResult, 'state' | 'sentAt'> =>
  receipt === null ? { state: 'failed', sentAt: null } : { state: 'sent', sentAt: now }

const toStoredText = (text: string) => toPrintable(text.toWellFormed()).slice(0, 200).toWellFormed()

const maxAttempts = 7
/** The seventh attempt comes half an hour after the first. */
const backoff = exponentialBackoff({ firstMs: 5_000, factor: 3, maxRetries: maxAttempts - 1 })

export const isExhausted = (attempts: number): boolean => attempts > maxAttempts

/**
 * After 5 s, 15 s, 45 s … and never before the channel's Retry-After. Null if no attempt is left or the slot expires
 * before.
 */
export function nextAttemptAt(
  { attempts, retryAfterMs = 0 }: { attempts: number; retryAfterMs?: number | undefined },
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Date | null {
  const delayMs = backoff(attempts)
  if (delayMs === null) return null
  const at = new Date(now.getTime() + Math.max(retryAfterMs, delayMs))
  return at < expiresAt ? at : null
}
