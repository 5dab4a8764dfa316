import { parseInstant } from '../platform/instant.ts'

const longestAheadMs = 365 * 24 * 3_600_000

/** When a launch is to be, or why that can't be (D9, D26): words that follow the field's name. */
export function checkSchedule(text: string, now: Date): { scheduledFor: Date } | { fault: string } {
  const read = parseInstant(text)
  if ('fault' in read) return read
  const aheadMs = read.instant.getTime() - now.getTime()
  if (aheadMs <= 0) return { fault: 'must lie in the future' }
  if (aheadMs > longestAheadMs) return { fault: 'must lie at most 365 days ahead' }
  return { scheduledFor: read.instant }
}
