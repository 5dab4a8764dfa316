import { UpstreamError, type UpstreamFault } from '../upstream-error.ts'
import type { Backoff } from './backoff.ts'

const transientFaults = new Set<UpstreamFault>(['unavailable', 'timeout', 'rate_limited'])
// Well within the 25 s of a scoring request.
const maxRetryAfterMs = 10_000

/** Retried, and counted by the breaker. */
const isTransient = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && transientFaults.has(error.fault)

/** At least as long as the provider asks for; null: don't retry. */
export function waitBeforeRetryMs(
  error: unknown,
  { retry, backoff }: { retry: number; backoff: Backoff },
): number | null {
  if (!isTransient(error)) return null
  const { retryAfterMs = 0 } = error
  const waitMs = backoff(retry)
  return waitMs === null || retryAfterMs > maxRetryAfterMs ? null : Math.max(retryAfterMs, waitMs)
}
