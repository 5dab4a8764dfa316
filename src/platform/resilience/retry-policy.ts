import { UpstreamError, type UpstreamFault } from '../upstream-error.ts'
import type { Backoff } from './backoff.ts'

const transientFaults = new Set<UpstreamFault>(['unavailable', 'timeout', 'rate_limited'])
// Well within the 25 s of a scoring request: a longer wait would only end in its deadline.
const maxRetryAfterMs = 10_000

/** A transient fault: it is retried, and the breaker counts it. */
const isTransient = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && transientFaults.has(error.fault)

/** The wait before a retry (1, 2, …) in milliseconds, at least the one that the provider asked for; null: don't retry. */
export function waitBeforeRetryMs(
  error: unknown,
  { retry, backoff }: { retry: number; backoff: Backoff },
): number | null {
  if (!isTransient(error)) return null
  const { retryAfterMs = 0 } = error
  const waitMs = backoff(retry)
  return waitMs === null || retryAfterMs > maxRetryAfterMs ? null : Math.max(retryAfterMs, waitMs)
}
