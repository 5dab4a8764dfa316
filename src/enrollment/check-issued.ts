import { minuteMs } from '../../contract/durations.ts'
import { parseInstant } from '../../contract/instant.ts'

const windowMs = 5 * minuteMs

/** A narrow window limits how long a captured signature can be replayed. */
export function checkIssued(text: string, now: Date): { issuedAt: Date } | { fault: string } {
  const read = parseInstant(text)
  if ('fault' in read) return read
  const isFresh = Math.abs(read.instant.getTime() - now.getTime()) <= windowMs
  return isFresh ? { issuedAt: read.instant } : { fault: `must be within 5 minutes of ${now.toISOString()}` }
}
