import { UpstreamError, type UpstreamFault } from './upstream-error.ts'

const TRANSIENT = new Set<UpstreamFault>(['unavailable', 'timeout', 'rate_limited'])
// Well within the 25 s of a scoring: a longer wait would only end in its deadline.
const LONGEST_ASKED_WAIT_MS = 10_000

/** A fault that may be over at the next call: such are retried, and counted by the breaker. */
export const isTransient = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && TRANSIENT.has(error.fault)

/**
 * How long to wait before retry `retry` (1, 2, …), in milliseconds, never less than the provider asked for; null: don't retry.
 * `chance` in [0, 1) spreads callers over the upper half of an exponentially growing wait.
 */
export function waitBeforeRetryMs(error: unknown, { retry, baseMs, chance }: RetryStep): number | null {
  if (!isTransient(error)) return null
  const askedMs = error.retryAfterMs ?? 0
  if (askedMs > LONGEST_ASKED_WAIT_MS) return null
  const waitMs = baseMs * 2 ** (retry - 1) * (0.5 + chance / 2)
  return Math.max(askedMs, waitMs)
}

interface RetryStep {
  retry: number
  baseMs: number
  chance: number
}
