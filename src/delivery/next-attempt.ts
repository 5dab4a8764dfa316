import { hourMs, minuteMs } from '../../contract/durations.ts'
import { parseHttpDate } from '../platform/http-date.ts'
import { scheduledBackoff } from '../platform/resilience/backoff.ts'
import {
  type Attempt,
  type DisabledReason,
  type Reason,
  type RetryPolicy,
  minFailingMs,
} from '../../contract/schemas/delivery.ts'

const secondMs = 1000

/** The waits after each failure. One more failure ends the delivery. */
const backoffs = {
  default: scheduledBackoff([1, 5, 30, 120].map((minutes) => minutes * minuteMs)), // D40
  standard: scheduledBackoff([
    5 * secondMs,
    ...[5, 30].map((minutes) => minutes * minuteMs),
    ...[2, 5, 10, 14, 20, 20].map((hours) => hours * hourMs), // 72 hours in all
  ]),
}

/** A longer Retry-After counts as this. */
const maxRetryAfterMs = 24 * hourMs
/** How long a 5xx response pauses the retries of its subscription (D41). */
const pauseMs = 6 * hourMs

/** The result of an attempt. */
export interface Result extends Pick<Attempt, 'status' | 'error'> {
  /** The receiver's Retry-After. */
  retryAfterMs: number | null
}

/** The state on which the next attempt depends, beside the result of the last one. */
export interface Circumstances {
  policy: RetryPolicy
  /** The failed attempts before this one. */
  failures: number
  at: Date
  /** Returns a number in [0, 1), which spreads the retries of the standard policy. Few attempts need one. */
  getChance: () => number
}

type Decision = { state: 'delivered' } | { state: 'failed' } | { state: 'pending'; dueAt: Date }

/** Decides whether a delivery is attempted again, and when (D40, D42, D79). */
export function decideNextAttempt(result: Result, { policy, failures, at, getChance }: Circumstances): Decision {
  if (result.error === null) return { state: 'delivered' }
  const waitMs = backoffs[policy](failures + 1)
  if (waitMs === null || isFinal(result, policy)) return { state: 'failed' }
  return { state: 'pending', dueAt: new Date(at.getTime() + toWaitMs(waitMs, result, { policy, getChance })) }
}

const isFinal = ({ error, status }: Result, policy: RetryPolicy): boolean =>
  error === 'http_4xx' && !(policy === 'standard' && status === 429)

/** Never earlier than the schedule: retries are spread over the tenth after it. */
function toWaitMs(
  waitMs: number,
  { retryAfterMs }: Result,
  { policy, getChance }: Pick<Circumstances, 'policy' | 'getChance'>,
): number {
  if (policy === 'default') return waitMs
  return Math.max(waitMs * (1 + getChance() / 10), Math.min(retryAfterMs ?? 0, maxRetryAfterMs))
}

/** When the pause ends that an attempt imposes on its subscription; null: it imposes none. */
export const getPauseEnd = (error: Reason | null, { policy, at }: Pick<Circumstances, 'policy' | 'at'>): Date | null =>
  error === 'http_5xx' && policy === 'default' ? new Date(at.getTime() + pauseMs) : null

/** Why an attempt disables its subscription; null: it does not. `failingSince`: all attempts have failed since then. */
export function getDisabledReason(
  { status, error }: Pick<Result, 'status' | 'error'>,
  { policy, at, failingSince }: Pick<Circumstances, 'policy' | 'at'> & { failingSince: Date | null },
): Extract<DisabledReason, 'gone' | 'failing'> | null {
  if (policy !== 'standard' || error === null) return null
  if (status === 410) return 'gone'
  return failingSince !== null && at.getTime() - failingSince.getTime() >= minFailingMs ? 'failing' : null
}

/** The wait that a Retry-After header asks for: a number of seconds, or a date of HTTP. null: none that can be read. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs
  const at = parseHttpDate(text, now)
  return at === null ? null : Math.max(0, at - now.getTime())
}

/** Why an attempt with this status failed; null: it succeeded. */
export function getFailureReason(status: number): Reason | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 400 && status < 500) return 'http_4xx'
  return status >= 500 && status < 600 ? 'http_5xx' : 'http_other'
}
