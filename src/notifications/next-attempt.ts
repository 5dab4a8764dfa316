import { exponentialBackoff } from '../platform/resilience/backoff.ts'

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
