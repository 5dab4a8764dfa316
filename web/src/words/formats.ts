import type { Language } from '../../../contract/props/site.ts'
import { formatAggregate } from '../../../contract/headline.ts'
import { languages } from './language.ts'

/** `22 Nov 2026`, in UTC. */
export const formatDate = (at: string | Date, language: Language): string =>
  shortenSept(dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at)))

/** `22 Nov 2026, 03:22 UTC`. */
export const formatDateTime = (at: string | Date, language: Language): string =>
  `${shortenSept(dateFormat(language, { ...instant, timeZone: 'UTC' }).format(new Date(at)))} UTC`

/** `22 Nov 2026, 03:22 – 09:22 UTC`. */
export const formatDateTimeRange = (from: string, to: string, language: Language): string =>
  `${shortenSept(dateFormat(language, { ...instant, timeZone: 'UTC' }).formatRange(new Date(from), new Date(to)))} UTC`

/** `22 Nov 2026, 04:22`, in the browser's zone. */
export const formatLocalDateTime = (at: string | Date, language: Language): string =>
  shortenSept(dateFormat(language, instant).format(new Date(at)))

const instant = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const

/** British English has September in four letters and every other month in three. */
const shortenSept = (date: string): string => date.replaceAll('Sept ', 'Sep ')

/** `2 hours ago`, `in 3 days`; in lists the narrow form, `2h ago`. */
export function formatAge(
  at: string | Date,
  now: string | Date,
  language: Language,
  style: 'long' | 'narrow' = 'long',
): string {
  const seconds = Math.round((new Date(at).getTime() - new Date(now).getTime()) / 1000)
  if (Math.abs(seconds) < 45) return nowWords[language]
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relativeFormat(language, style).format(Math.trunc(seconds / length), unit)
}

const nowWords: Record<Language, string> = { en: 'just now', es: 'ahora mismo', zh: '刚刚' }

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `1,234.5`, with a point before the decimals in every language; `options` are those of Intl.NumberFormat. */
export const formatNumber = (value: number, language: Language, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(language, options).formatToParts(value).map(usePoint).join('')

/** Scores and JSON have a point, so a comma beside them would be confusing. */
function usePoint({ type, value }: Intl.NumberFormatPart): string {
  if (type === 'decimal') return '.'
  return type === 'group' && value === '.' ? narrowSpace : value
}

/** It does not break, and Spanish may have it between thousands. */
const narrowSpace = '\u202f'

/** `25%`, of a fraction. */
export const formatPercent = (fraction: number, language: Language): string =>
  formatNumber(fraction, language, { style: 'percent', maximumFractionDigits: 1 })

/** A score: `87.7`, always with one decimal, half up. Signals are whole numbers, and are shown as they are. */
export const formatScore = formatAggregate

/** `81.25`, always with two decimals. */
export const formatExact = (value: number): string => value.toFixed(2)

/** `Meme, Image and Risk`. */
export const formatList = (words: string[], language: Language, type: 'conjunction' | 'disjunction' = 'conjunction') =>
  listFormat(language, type).format(words)

/** The form for a number, with the number in place of `#`: `plural('en', 2, { one: '# view', other: '# views' })`. */
export function plural(language: Language, n: number, forms: { one?: string; other: string }): string {
  const form = pluralRules(language).select(n) === 'one' ? (forms.one ?? forms.other) : forms.other
  return form.replace('#', formatNumber(n, language))
}

/** `0x1234…abcd`: an address or a hash, shortened. */
export const shortenHex = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

// creating an Intl format is slow
const dateFormat = keep(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(languages[language].locale, options),
)
const numberFormat = keep(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(languages[language].locale, options),
)
const relativeFormat = keep((language, style: 'long' | 'narrow') => new Intl.RelativeTimeFormat(language, { style }))
const listFormat = keep(
  (language, type: 'conjunction' | 'disjunction') => new Intl.ListFormat(languages[language].locale, { type }),
)
const pluralRulesOf = keep((language, type: 'cardinal') => new Intl.PluralRules(languages[language].locale, { type }))
const pluralRules = (language: Language) => pluralRulesOf(language, 'cardinal')

/** Makes each object once. */
function keep<Options, Made>(make: (language: Language, options: Options) => Made) {
  const made = new Map<string, Made>()
  return (language: Language, options: Options): Made => {
    const key = language + JSON.stringify(options)
    const known = made.get(key) ?? make(language, options)
    made.set(key, known)
    return known
  }
}

const spanUnits = [
  { words: { en: 'd', es: 'd', zh: '天' }, ms: 86_400_000 },
  { words: { en: 'h', es: 'h', zh: '小时' }, ms: 3_600_000 },
  { words: { en: 'min', es: 'min', zh: '分钟' }, ms: 60_000 },
]

/** A duration in its two largest units: `1 d 2 h`, `5 min`. */
export function formatSpan(ms: number, language: Language): string {
  const first = spanUnits.findIndex((unit) => ms >= unit.ms)
  const parts = spanUnits.slice(first === -1 ? spanUnits.length - 1 : first).slice(0, 2)
  let left = ms
  const words = parts.map(({ words, ms: length }) => {
    const count = Math.floor(left / length)
    left -= count * length
    return { count, words: `${formatNumber(count, language)}\u00a0${words[language]}` }
  })
  return words
    .filter(({ count }, at) => count > 0 || at === 0)
    .map((part) => part.words)
    .join(' ')
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
