import type { SlotName } from '../../database/column-types.ts'
import type { Band, WarningCode } from '../../scoring/schemas.ts'
import { warned, warningLabel, warningSentence } from '../../scoring/warning-words.ts'
import { formatCount } from '../../platform/text.ts'

/** The content of a notification. `name` and `symbol` are untrusted text. */
export interface Notice {
  slotId: string
  slot: SlotName
  enrollmentId: string
  sendAt: Date
  scheduledFor: Date
  /** The notification must not go out from then on. */
  expiresAt: Date
  name: string
  symbol: string
  aggregate: number
  band: Band
  /** The warnings of the score; a critical one comes before everything else. */
  warnings: WarningCode[]
  scoredAt: Date
  /** The launch's page. */
  url: string
  /** The time of sending. */
  now: Date
}

/** The subject, `<name> ($<symbol>)`. `quote` escapes the untrusted text for the channel. */
export const formatSubject = ({ name, symbol }: Notice, quote: Quote): string => quote(`${name} ($${symbol})`)

type Quote = (text: string) => string

/** The event in a few words. It states the schedule only: the service doesn't know whether the launch happened on the chain. */
export function formatEvent({ slot, scheduledFor, now }: Notice): string {
  if (slot === 'T+0') return 'scheduled time reached'
  return `scheduled in ${formatSpan(scheduledFor.getTime() - now.getTime())}`
}

/** The prefix of a launch with a critical warning, such as `⚠ Honeypot: `, else an empty string. */
export const formatWarningPrefix = ({ warnings }: Notice): string => warned(warningLabel(warnings), '', ': ')

/** The warning, time, slot and score, one line each. They contain no untrusted text. */
export const formatFacts = ({ slot, scheduledFor, now, aggregate, band, warnings, scoredAt }: Notice): string[] => [
  ...[warningSentence(warnings)].flatMap((sentence) => (sentence ? [`⚠ ${sentence}`] : [])),
  `Scheduled for ${formatUtc(scheduledFor)} (${slot}); it is ${formatUtc(now)} now.`,
  `Score ${aggregate.toFixed(2)} of 100, band ${band}, higher is better; scored ${formatSpan(now.getTime() - scoredAt.getTime())} ago.`,
]

const formatUtc = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Formats a duration in the largest unit of which it has at least two. */
export function formatSpan(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return formatCount(minutes, 'minute')
  const hours = Math.round(ms / 3_600_000)
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(ms / 86_400_000), 'day')
}
