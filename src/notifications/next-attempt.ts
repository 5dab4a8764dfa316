/** With these pauses the seventh comes half an hour after the first. */
const mostAttempts = 7
const firstPauseMs = 5_000
const pauseGrowth = 3

/** A notification was tried so often that it is not tried again. */
export const isExhausted = (attempts: number): boolean => attempts > mostAttempts

/**
 * When a notification that failed for the `attempts`-th time is tried again: after 5 s, 15 s, 45 s … and never earlier
 * than its transport asked for; null: no more, or it would come too late to be of use.
 */
export function nextAttemptAt(
  { attempts, retryAfterMs = 0 }: { attempts: number; retryAfterMs?: number | undefined },
  { now, usefulUntil }: { now: Date; usefulUntil: Date },
): Date | null {
  if (attempts >= mostAttempts) return null
  const pauseMs = Math.max(retryAfterMs, firstPauseMs * pauseGrowth ** (attempts - 1))
  const at = new Date(now.getTime() + pauseMs)
  return at < usefulUntil ? at : null
}
