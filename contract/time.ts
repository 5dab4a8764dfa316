const shape = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** RFC 3339 to the millisecond; the fault follows the field's name (D9). */
export function parseInstant(text: string): { instant: Date } | { fault: string } {
  const [, day, time] = shape.exec(text) ?? []
  if (day === undefined || time === undefined)
    return { fault: 'must be a time with a UTC offset, like 2026-12-01T18:00:00.000Z' }
  if (!isOnTheCalendar(`${day}T${time}`)) return { fault: 'must be a time that exists; check the day and the hour' }
  return { instant: new Date(text) }
}

/** `Date` rolls over silently: 30 February becomes 2 March. */
function isOnTheCalendar(local: string): boolean {
  const date = new Date(`${local}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local)
}

// In milliseconds.
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
