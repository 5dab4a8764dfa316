/** A time as the reader's own clock shows it, with the name of the zone: `Tue, 1 Dec 2026, 19:00 (Europe/Berlin)`. */
export const localTime = (at: Date): string => `${inWords.format(at)} (${zoneName()})`

/** A time in UTC, as the service speaks of it. */
export const utcTime = (at: Date): string => `${inUtc.format(at)} UTC`

/** `Europe/Berlin`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const shape = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }
const inWords = new Intl.DateTimeFormat('en-GB', shape as Intl.DateTimeFormatOptions) // its words are too wide a type
const inUtc = new Intl.DateTimeFormat('en-GB', { ...(shape as Intl.DateTimeFormatOptions), timeZone: 'UTC' })
