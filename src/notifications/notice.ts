import type { SlotName } from '../enrollment/tables.ts'
import type { Band } from '../scoring/schemas.ts'

/** What a notification tells of. `name` and `symbol` are a stranger's words. */
export interface Notice {
  slotId: string
  slot: SlotName
  enrollmentId: string
  sendAt: Date
  scheduledFor: Date
  /** From then on it says nothing any more. */
  usefulUntil: Date
  name: string
  symbol: string
  aggregate: number
  band: Band
  scoredAt: Date
  /** The launch's page. */
  url: string
  /** When it is being sent. */
  now: Date
}

/** The subject, `<name> ($<symbol>)`; `quote` makes a stranger's words harmless where they will be shown. */
export const subjectOf = ({ name, symbol }: Notice, quote: Quote): string => quote(`${name} ($${symbol})`)

export type Quote = (text: string) => string

/** What is said of the subject, in a few words. A scheduled time says nothing of what happens on the chain. */
export function eventOf({ slot, scheduledFor, now }: Notice): string {
  if (slot === 'T+0') return 'scheduled time reached'
  return `scheduled in ${spanOf(scheduledFor.getTime() - now.getTime())}`
}

/** Time, offset and score, a line each; they hold nothing of a stranger's. */
export const factsOf = ({ slot, scheduledFor, now, aggregate, band, scoredAt }: Notice): string[] => [
  `Scheduled for ${utcOf(scheduledFor)} (${slot}); it is ${utcOf(now)} now.`,
  `Score ${aggregate.toFixed(2)} of 100, band ${band}, higher is better; scored ${spanOf(now.getTime() - scoredAt.getTime())} ago.`,
]

const utcOf = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A length of time in the largest unit that leaves more than one of it. */
export function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return counted(minutes, 'minute')
  const hours = Math.round(ms / 3_600_000)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(ms / 86_400_000), 'day')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
