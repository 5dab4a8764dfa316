import { UsageError } from '../../platform/cli/command.ts'
import { dayMs } from '../../../contract/durations.ts'
import { parseInstant } from '../../../contract/instant.ts'

const maxDays = 3650

/** The value of `--expires`: a time, a number of days like `90d`, or `never` (null). Undefined: not given. */
export function parseExpiry(given: string | undefined, now: Date): Date | null | undefined {
  if (given === undefined) return undefined
  if (given === 'never') return null
  const expiresAt = toInstant(given, now)
  if (expiresAt <= now || expiresAt.getTime() > now.getTime() + maxDays * dayMs)
    throw new UsageError(`--expires must be in the future and at most ${maxDays} days ahead`)
  return expiresAt
}

function toInstant(text: string, now: Date): Date {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMs)
  const parsed = parseInstant(text)
  if ('fault' in parsed)
    throw new UsageError('--expires must be a time like 2027-01-31T00:00:00Z, a number of days like 90d, or never')
  return parsed.instant
}
