import type { Language } from '../../../contract/props/site.ts'
import { formatNumber } from './formats.ts'

const units = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
]

/** A length of time by its two largest units: `1d 2h`, `5 min`. */
export function formatSpan(ms: number, language: Language): string {
  const first = units.findIndex((unit) => ms >= unit.ms)
  const parts = units.slice(first === -1 ? units.length - 1 : first).slice(0, 2)
  let left = ms
  const words = parts.map(({ unit, ms: length }) => {
    const count = Math.floor(left / length)
    left -= count * length
    return { count, words: formatNumber(count, language, { style: 'unit', unit, unitDisplay: 'narrow' }) }
  })
  return words
    .filter(({ count }, at) => count > 0 || at === 0)
    .map((part) => part.words)
    .join(' ')
}
