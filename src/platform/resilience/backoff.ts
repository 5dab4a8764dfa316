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
