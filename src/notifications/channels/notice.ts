import type { SlotName } from '../../database/column-types.ts'
import { type ColorName, shapes } from '../../../contract/design.ts'
import { dayMs, hourMs, minuteMs } from '../../../contract/time.ts'
import { toBand } from '../../../contract/bands.ts'
import { formatResult, formatSubject } from '../../../contract/headline.ts'
import type { Band, WarningCode } from '../../../contract/schemas/score.ts'
import type { LaunchOutcome } from '../../../contract/codes.ts'
import { findLead, isCriticalLead, leadSentence, leadSign, led } from '../../../contract/lead.ts'
import { formatCount } from '../../../contract/text.ts'

export interface Notice {
  slotId: string
  slot: SlotName
  enrollmentId: string
  sendAt: Date
  scheduledFor: Date
  expiresAt: Date
  name: string
  symbol: string
  aggregate: number
  band: Band
  hasStubs: boolean
  /** The share of the weight that was measured, in whole per cent. */
  measuredPercent: number
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  signals: { title: string; score: number | null }[]
  scoredAt: Date
  url: string
  now: Date
}

type Quote = (text: string) => string

/** Breaks what a mail program would turn into a link with zero-width spaces: names and tickers can be URLs. */
export const breakLinks: Quote = (text) => text.replaceAll(/[.:/@\u3002\uff0e\uff61](?=\S)/g, '$&\u200b')

/** The subject, `<name> ($<symbol>)`. `quote` escapes the untrusted text for the channel. */
export const formatNoticeSubject = (notice: Notice, quote: Quote = (text) => text): string =>
  quote(formatSubject(notice))

/** Warning, subject and event in one line: `⚑ Honeypot: Left Sock ($SOCK): scheduled in 60 minutes`. */
export const formatTitle = (notice: Notice, quote?: Quote): string =>
  `${formatWarningPrefix(notice)}${formatNoticeSubject(notice, quote)}: ${formatEvent(notice)}`

/**
 * The event in a few words. It states the schedule only: the service doesn't know whether the launch happened on the chain.
 */
export function formatEvent({ slot, scheduledFor, now }: Notice): string {
  if (slot === 'T+0') return 'scheduled time reached'
  return `scheduled in ${formatSpan(scheduledFor.getTime() - now.getTime())}`
}

/** The prefix of a launch with an outcome or a critical warning, such as `⚑ Honeypot: `, else an empty string. */
export const formatWarningPrefix = (notice: Notice): string => led(notice, '')

/** The sentence of the outcome, or of the gravest critical warning, with its sign; null without one. */
export function formatWarning(notice: Notice): string | null {
  const sentence = leadSentence(notice)
  return sentence === undefined ? null : `${leadSign(notice)}${sentence}`
}

/** `● 75.3 out of 100, green; higher is better.` A preliminary score has no shape, and one with a warning neither. */
export function formatScore(notice: Notice): string {
  return `${getScorePrefix(notice)}${formatResult(notice)}; higher is better.`
}

function getScorePrefix(notice: Notice): string {
  const { band, hasStubs } = notice
  if (findLead(notice) !== null) return notice.outcome === null ? 'The score alone: ' : 'Scored before launch: '
  return hasStubs ? 'Preliminary: ' : `${shapes[band].symbol} `
}

export const formatTimes = ({ slot, scheduledFor, now }: Notice): string =>
  `Scheduled for ${formatUtc(scheduledFor)} (${slot}); it is ${formatUtc(now)} now.`

export const formatAge = ({ now, scoredAt }: Notice): string =>
  `Scored ${formatSpan(now.getTime() - scoredAt.getTime())} ago.`

export const formatFacts = (notice: Notice): string[] => {
  const warning = formatWarning(notice)
  const score = `${formatScore(notice)} ${formatAge(notice)}`
  return [...(warning === null ? [] : [warning]), score, formatTimes(notice)]
}

export function getTone(notice: Notice): ColorName {
  const { hasStubs, band } = notice
  if (isCriticalLead(notice)) return 'crit'
  return hasStubs ? 'muted' : band
}

export interface SignalRow {
  label: string
  measured: { score: number; band: Band } | null
}

export const listSignalRows = (notice: Notice): SignalRow[] =>
  notice.signals.map(({ title, score }) => ({
    label: title,
    measured: score === null ? null : { score, band: toBand(100 * score) },
  }))

const barLength = 10

/** `● ████████░░ 80`. Even 0 has a filled block, so that the worst value doesn't look like none. */
export function formatBar({ measured }: SignalRow): string {
  if (measured === null) return `${'┄'.repeat(barLength)} not measured yet`
  const filled = Math.max(1, Math.round((measured.score / 100) * barLength))
  const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled)
  return `${shapes[measured.band].symbol} ${bar} ${measured.score}`
}

export function formatSignals(notice: Notice): string[] {
  const rows = listSignalRows(notice)
  const width = Math.max(...rows.map(({ label }) => label.length)) + 1
  return rows.map((row) => `${row.label.padEnd(width)}${row.measured ? '' : '  '}${formatBar(row)}`)
}

const formatUtc = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Formats a duration in the largest unit of which it has at least two. */
export function formatSpan(ms: number): string {
  const minutes = Math.round(ms / minuteMs)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return formatCount(minutes, 'minute')
  const hours = Math.round(ms / hourMs)
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.round(ms / dayMs), 'day')
}
