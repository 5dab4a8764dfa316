import type { LaunchOutcome } from '../../contract/codes.ts'
import { leadSentence, leadSign, led } from '../../contract/lead.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import type { WarningCode } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { createLaunchNotFoundError } from './resolve-launch.ts'
import { findCalendarRow } from './store.ts'

export function getCalendarRoute(app: App, { reads, config }: Deps) {
  const schema = { hide: true, params: LaunchId }
  app.get('/launch/:id/calendar.ics', { schema, onSend: setEtag }, async (request, reply) => {
    const calendar = formatCalendar(await getScheduledLaunch(reads, request.params.id), config)
    reply.headers({
      'cache-control': 'no-cache', // a copy is revalidated, so a moved launch moves at once
      'content-disposition': 'attachment; filename="launch.ics"',
    })
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}

async function getScheduledLaunch(reads: Deps['reads'], id: string) {
  const row = await findCalendarRow(reads, id)
  if (!row) throw createLaunchNotFoundError()
  refuseHidden(row.hiddenReason)
  const { scheduledFor, updatedAt, enrolledAt, outcomeAt } = row
  if (!scheduledFor) throw new ApiError('not_found', 'This launch has no scheduled time.')
  return { ...row, scheduledFor, changedAt: later(updatedAt ?? enrolledAt, outcomeAt) }
}

const later = (at: Date, other: Date | null): Date => (other && other > at ? other : at)

interface CalendarEntry {
  enrollmentId: string
  name: string
  symbol: string
  tagline: string | null
  outcome: LaunchOutcome | null
  outcomeCause: string | null
  warnings: WarningCode[]
  scheduledFor: Date
  /** Grows with each change, so that calendars replace the older entry. */
  scheduleVersion: number
  changedAt: Date
}

/** RFC 5545. A launch always has the same UID. */
export function formatCalendar(entry: CalendarEntry, site: { serviceName: string; publicUrl: string }): string {
  const url = `${site.publicUrl}/launch/${entry.enrollmentId}`
  const verb = entry.outcome === null ? 'launches' : 'launched'
  const title = led(entry, `${entry.name} ($${entry.symbol}) ${verb}`)
  const sentence = leadSentence({ ...entry, cause: entry.outcomeCause })
  const changed = formatUtc(entry.changedAt)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site.serviceName)}//launches//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.enrollmentId}@${new URL(site.publicUrl).hostname}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${entry.scheduleVersion}`,
    `DTSTART:${formatUtc(entry.scheduledFor)}`,
    'DURATION:PT30M',
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText([sentence && `${leadSign(entry)}${sentence}`, entry.tagline, url].filter(Boolean).join('\n'))}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
}

/** `20261201T180000Z` */
const formatUtc = (time: Date) => time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/** Removes control characters, which TEXT can't hold. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')

/** At most 75 octets each, without splitting a character. */
export function foldLine(line: string): string {
  const pieces = ['']
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > maxOctets) {
      pieces.push('')
      octets = 1 // the space that the next piece begins with
    }
    octets += length
    pieces[pieces.length - 1] += character
  }
  return pieces.join('\r\n ')
}

const maxOctets = 75
