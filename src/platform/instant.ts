const shape = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** The instant an RFC 3339 text names, to the millisecond, or why it is refused (D9): words that follow the field's name. */
export function parseInstant(text: string): { instant: Date } | { fault: string } {
  const [, day, time] = shape.exec(text) ?? []
  if (day === undefined || time === undefined)
    return { fault: 'must be a time with its offset, like 2026-12-01T18:00:00.000Z' }
  if (!isOnTheCalendar(`${day}T${time}`)) return { fault: 'must be a time that exists: look at the day and the hour' }
  return { instant: new Date(text) }
}

/** Dates roll over without a word: 30 February would be 2 March. */
function isOnTheCalendar(local: string): boolean {
  const date = new Date(`${local}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local)
}
