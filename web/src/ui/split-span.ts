import type { Language } from '../../../contract/props/site.ts'
import { formatDate, formatDateTime, formatLocalDateTime } from '../words/formats.ts'

export type Unit = 'd' | 'h' | 'm' | 's'

const lengths: [Unit, number][] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
]

/** Seconds are shown below this span only. */
const secondsUntil = 600

/** A time in at most so many units, without leading zeros: `1 d 2 h`, `1 h 57 min`, `9 min 59 s`. */
export function splitSpan(ms: number, most: number): { unit: Unit; count: number }[] {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const known = seconds < secondsUntil ? lengths : lengths.slice(0, 3)
  const first = known.findIndex(([, length]) => seconds >= length)
  const shown = first === -1 ? known.slice(-1) : known.slice(first, first + most)
  let rest = seconds
  return shown.map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return { unit, count }
  })
}

/** `1 h 57 min`. */
export const formatCells = (cells: { unit: Unit; count: number }[], units: Record<Unit, string>): string =>
  cells.map(({ unit, count }) => `${count} ${units[unit]}`).join(' ')

/** `18:00 UTC`, to stand beside the same time in the reader's zone; with its day where that is another one. */
export function formatUtcBeside(at: string | Date, language: Language): string {
  const [whole, day] = [formatDateTime(at, language), formatDate(at, language)]
  return formatLocalDateTime(at, language).startsWith(day) ? whole.slice(day.length).replace(/^[,\s]+/, '') : whole
}
