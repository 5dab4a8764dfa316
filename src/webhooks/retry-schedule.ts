import { hourMs, minuteMs } from '../../contract/time.ts'
import { parseHttpDate } from '../platform/time.ts'
import { scheduledBackoff } from '../platform/resilience/backoff.ts'
import {
  type Attempt,
  type DisabledReason,
  type Reason,
  type RetryPolicy,
  minFailingMs,
} from '../../contract/schemas/delivery.ts'

const secondMs = 1000

/** After the first attempt, the second and so on. */
const waitsMs = {
  default: [1, 5, 30, 120].map((minutes) => minutes * minuteMs), // D40
  standard: [
    5 * secondMs,
    ...[5, 30].map((minutes) => minutes * minuteMs),
    ...[2, 5, 10, 14, 20, 20].map((hours) => hours * hourMs),
  ],
}

export const maxAttempts = { default: waitsMs.default.length + 1, standard: waitsMs.standard.length + 1 }

const backoffs = { default: scheduledBackoff(waitsMs.default), standard: scheduledBackoff(waitsMs.standard) }

/** Longer waits are cut to this. */
const maxRetryAfterMs = 24 * hourMs
/** How long a 5xx response pauses the retries of its subscription (D41). */
const pauseMs = 6 * hourMs

export interface Result extends Pick<Attempt, 'status' | 'error'> {
  retryAfterMs: number | null
}

/** The state on which the next attempt depends, beside the result of the last one. */
export interface Circumstances {
  policy: RetryPolicy
  failures: number
  at: Date
  /** Returns a number in [0, 1), which spreads the retries of the standard policy. */
  getChance: () => number
}

type Decision = { state: 'delivered' } | { state: 'failed' } | { state: 'pending'; dueAt: Date }

export function decideNextAttempt(result: Result, { policy, failures, at, getChance }: Circumstances): Decision {
  if (result.error === null) return { state: 'delivered' }
  const waitMs = backoffs[policy](failures + 1)
  if (waitMs === null || isFinal(result, policy)) return { state: 'failed' }
  return { state: 'pending', dueAt: new Date(at.getTime() + toWaitMs(waitMs, result, { policy, getChance })) }
}

const isFinal = ({ error, status }: Result, policy: RetryPolicy): boolean =>
  error === 'http_4xx' && !(policy === 'standard' && status === 429)

/** Retries are spread over the tenth after their scheduled time, never before it. */
function toWaitMs(
  waitMs: number,
  { retryAfterMs }: Result,
  { policy, getChance }: Pick<Circumstances, 'policy' | 'getChance'>,
): number {
  if (policy === 'default') return waitMs
  return Math.max(waitMs * (1 + getChance() / 10), Math.min(retryAfterMs ?? 0, maxRetryAfterMs))
}

/** null: the attempt starts no pause. */
export const getPauseEnd = (error: Reason | null, { policy, at }: Pick<Circumstances, 'policy' | 'at'>): Date | null =>
  error === 'http_5xx' && policy === 'default' ? new Date(at.getTime() + pauseMs) : null

/** Why an attempt disables its subscription, whose attempts have all failed since `failingSince`; null: it doesn't. */
export function getDisabledReason(
  { status, error }: Pick<Result, 'status' | 'error'>,
  { policy, at, failingSince }: Pick<Circumstances, 'policy' | 'at'> & { failingSince: Date | null },
): Extract<DisabledReason, 'gone' | 'failing'> | null {
  if (policy !== 'standard' || error === null) return null
  if (status === 410) return 'gone'
  return failingSince !== null && at.getTime() - failingSince.getTime() >= minFailingMs ? 'failing' : null
}

/** Reads seconds or an HTTP date; null for anything else. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs
  const at = parseHttpDate(text, now)
  return at === null ? null : Math.max(0, at - now.getTime())
}

export function getFailureReason(status: number): Reason | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 400 && status < 500) return 'http_4xx'
  return status >= 500 && status < 600 ? 'http_5xx' : 'http_other'
}
