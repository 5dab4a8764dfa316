import type { SlotState } from '../enrollment/tables.ts'
import { isExhausted, nextAttemptAt } from './next-attempt.ts'
import type { Receipt, SendFailed } from './transport.ts'

/** What becomes of a send. */
export interface Ending {
  state: SlotState
  attempts: number
  /** Of one that stays pending. */
  nextAttemptAt: Date | null
  receipt: string | null
  lastError: string | null
  sentAt: Date | null
}

/** A send as it was taken. */
export interface Taken {
  /** This one included. */
  attempts: number
  /** Of an earlier attempt by which some of it arrived. */
  receipt: string | null
}

export interface Times {
  now: Date
  usefulUntil: Date
}

const nothing = { nextAttemptAt: null, receipt: null, lastError: null, sentAt: null }

/** How a send ends that is not to be sent any more; null: it is. */
export function endingUnsent(
  { attempts, receipt }: Taken,
  slot: { state: SlotState; isCurrent: boolean },
  { now, usefulUntil }: Times,
): Ending | null {
  const untried = { ...nothing, attempts: attempts - 1 }
  if (slot.state !== 'pending' || !slot.isCurrent) return { ...untried, state: 'cancelled' }
  const isLate = now >= usefulUntil
  if (isLate && attempts === 1) return { ...untried, state: 'skipped', lastError: 'too_late' }
  if (isLate || isExhausted(attempts)) return { ...untried, lastError: 'interrupted', ...endState(receipt, now) }
  return null
}

/** `skipped` when there was nobody to send it to. */
export const endingOfSent = ({ attempts }: Taken, sent: Receipt | null, now: Date): Ending =>
  sent === null
    ? { ...nothing, attempts, state: 'skipped', lastError: 'nobody' }
    : { ...nothing, attempts, state: 'sent', receipt: printable(sent.receipt), sentAt: now }

/** Tried again while that is of use; a send of which some arrived ends as `sent`. */
export function endingOfFailure({ attempts, receipt }: Taken, failure: SendFailed, times: Times): Ending {
  const { retryAfterMs, isFinal, reason } = failure
  const failed = { ...nothing, attempts, receipt: failure.receipt && printable(failure.receipt), lastError: reason }
  const nextAt = isFinal ? null : nextAttemptAt({ attempts, retryAfterMs }, times)
  if (nextAt) return { ...failed, state: 'pending', nextAttemptAt: nextAt }
  return { ...failed, ...endState(failure.receipt ?? receipt, times.now) }
}

const endState = (receipt: string | null, now: Date): Pick<Ending, 'state' | 'sentAt'> =>
  receipt === null ? { state: 'failed', sentAt: null } : { state: 'sent', sentAt: now }

/** The other side's words, as the database takes them. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed()
