import { UpstreamError, type UpstreamFault } from '../errors.ts'

export type Backoff = (retry: number) => number | null

export const scheduledBackoff =
  (waitsMs: readonly number[]): Backoff =>
  (retry) =>
    waitsMs[retry - 1] ?? null

interface ExponentialOptions {
  firstMs: number
  factor: number
  maxMs?: number
  maxRetries?: number
}

export const exponentialBackoff =
  ({ firstMs, factor, maxMs = Infinity, maxRetries = Infinity }: ExponentialOptions): Backoff =>
  (retry) =>
    retry > maxRetries ? null : Math.min(maxMs, firstMs * factor ** (retry - 1))

/**
 * Spreads each wait over its upper half, so that callers that failed together don't return together. `getChance`
 * returns a number in [0, 1).
 */
export const jitteredBackoff =
  (backoff: Backoff, getChance: () => number): Backoff =>
  (retry) => {
    const waitMs = backoff(retry)
    return waitMs === null ? null : waitMs * (0.5 + getChance() / 2)
  }

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
