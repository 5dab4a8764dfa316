/** A scheduled launch as a calendar shows it. */
export interface CalendarEntry {
  enrollmentId: string
  name: string
  symbol: string
  tagline: string | null
  scheduledFor: Date
  /** Grows with every change of the time, so that a calendar takes the newer entry for the older one. */
  scheduleVersion: number
  changedAt: Date
}

/** The entry as an iCalendar object (RFC 5545): the same launch always has the same UID. */
export function calendarOf(entry: CalendarEntry, site: { serviceName: string; publicUrl: string }): string {
  const url = `${site.publicUrl}/launch/${entry.enrollmentId}`
  const title = `${entry.name} ($${entry.symbol}) launches`
  const changed = utcOf(entry.changedAt)
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
    `DTSTART:${utcOf(entry.scheduledFor)}`,
    'DURATION:PT30M',
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText([entry.tagline, url].filter(Boolean).join('\n'))}`,
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
const utcOf = (time: Date) => time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/** A value of type TEXT; what it can't hold, control characters, is left out. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '')

/** A content line in pieces of at most 75 octets, none of which ends within a character. */
export function foldLine(line: string): string {
  const pieces = ['']
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > mostOctets) {
      pieces.push('')
      octets = 1 // the space that the next piece begins with
    }
    octets += length
    pieces[pieces.length - 1] += character
  }
  return pieces.join('\r\n ')
}

const mostOctets = 75
