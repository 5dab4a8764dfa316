export interface Clock {
  now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

export const toDay = (date: Date): string => date.toISOString().slice(0, 10)

export const startOfDay = (date: Date): Date => new Date(new Date(date).setUTCHours(0, 0, 0, 0))

export const nextMidnight = (date: Date): Date => new Date(new Date(date).setUTCHours(24, 0, 0, 0))

export const secondsToMidnight = (date: Date): number =>
  Math.ceil((nextMidnight(date).getTime() - date.getTime()) / 1000)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

// The three forms of RFC 9110 5.6.7: IMF-fixdate, RFC 850, and that of C's asctime.
const forms = [
  /^[a-z]{3}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/i,
  /^[a-z]{6,9}, (?<day>\d{2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/i,
]

/** Milliseconds; null for anything else. A year of two digits is at most 50 years after `now`. */
export function parseHttpDate(text: string, now: Date): number | null {
  const parts = forms.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined)
  if (!parts) return null
  const { day = '', month = '', year = '', time = '' } = parts
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const monthIndex = months.indexOf(month.toLowerCase())
  const fullYear = year.length === 2 ? toFullYear(Number(year), now) : Number(year)
  const at = new Date(0)
  at.setUTCFullYear(fullYear, monthIndex, Number(day)) // `Date.UTC` takes the years before 100 for those of 1900
  const isDay = at.getUTCMonth() === monthIndex && at.getUTCDate() === Number(day)
  if (!isDay || hours > 23 || minutes > 59 || seconds > 60) return null
  return at.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000
}

function toFullYear(lastTwo: number, now: Date): number {
  const latest = now.getUTCFullYear() + 50
  const year = latest - (latest % 100) + lastTwo
  return year > latest ? year - 100 : year
}
