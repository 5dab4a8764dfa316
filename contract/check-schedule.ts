import { dayMs, parseInstant } from './time.ts'

const maxAheadMs = 365 * dayMs

/** Returns the fault in words that follow the field's name (D9, D26). */
export function checkSchedule(text: string, now: Date): { scheduledFor: Date } | { fault: string } {
  const read = parseInstant(text)
  if ('fault' in read) return read
  const aheadMs = read.instant.getTime() - now.getTime()
  if (aheadMs <= 0) return { fault: 'must be in the future' }
  if (aheadMs > maxAheadMs) return { fault: 'must be at most 365 days ahead' }
  return { scheduledFor: read.instant }
}
