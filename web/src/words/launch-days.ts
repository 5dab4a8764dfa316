import type { Language } from '../../../contract/props/site.ts'
import { dayMs, hourMs, minuteMs } from '../../../contract/time.ts'
import { capitalise, formatDate, plural } from './formats.ts'
import { languages, pickWords, type Words } from './language.ts'

const en = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  in: (span: string) => `in ${span}`,
  ago: (span: string) => `${span} ago`,
  now: 'now',
  day: (n: string) => `day ${n}`,
  units: { d: 'd', h: 'h', min: 'min' },
  utc: 'Times in UTC',
  yourTime: (zone: string) => `Your time, ${zone}`,
  remind: (name: string) => `Remind me of ${name}`,
  calendar: (name: string) => `Add ${name} to my calendar`,
  launches: 'Launches by day',
}

export const launchDayWords: Words<typeof en> = {
  en,
  es: {
    today: 'Hoy',
    tomorrow: 'Mañana',
    yesterday: 'Ayer',
    in: (span) => `en ${span}`,
    ago: (span) => `hace ${span}`,
    now: 'ahora',
    day: (n) => `día ${n}`,
    units: { d: 'd', h: 'h', min: 'min' },
    utc: 'Horas en UTC',
    yourTime: (zone) => `Tu hora, ${zone}`,
    remind: (name) => `Recordarme ${name}`,
    calendar: (name) => `Añadir ${name} a mi calendario`,
    launches: 'Lanzamientos por día',
  },
  zh: {
    today: '今天',
    tomorrow: '明天',
    yesterday: '昨天',
    in: (span) => `${span}后`,
    ago: (span) => `${span}前`,
    now: '现在',
    day: (n) => `第 ${n} 天`,
    units: { d: '天', h: '小时', min: '分钟' },
    utc: '时间为 UTC',
    yourTime: (zone) => `您的时间，${zone}`,
    remind: (name) => `提醒我 ${name}`,
    calendar: (name) => `把 ${name} 加入日历`,
    launches: '按日排列的发行',
  },
}

/** `in 1 h 57 min`, from a day on `in 1 d 2 h`, from a week on `in 8 d`; the past as `5 h ago`. */
export function formatUntil(at: string | Date, now: string | Date, language: Language): string {
  const t = pickWords(launchDayWords, language)
  const leftMs = new Date(at).getTime() - new Date(now).getTime()
  if (leftMs > 0) return t.in(formatLeft(leftMs, language))
  return -leftMs < minuteMs ? t.now : t.ago(formatLargest(-leftMs, language))
}

/** `day 98`, counted from the launch; in its first day `5 h ago`. */
export function formatSinceLaunch(at: string, now: string, language: Language): string {
  const t = pickWords(launchDayWords, language)
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / dayMs)
  return days < 1 ? formatUntil(at, now, language) : t.day(plural(language, days, { other: '#' }))
}

/** Rounded up to minutes, so that a launch in 30 s is in 1 min. */
function formatLeft(ms: number, language: Language): string {
  const minutes = Math.ceil(ms / minuteMs)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days >= 7) return join({ d: days }, language)
  if (days >= 1) return join({ d: days, h: hours }, language)
  return join({ h: hours, min: minutes % 60 }, language)
}

function formatLargest(ms: number, language: Language): string {
  if (ms >= dayMs) return join({ d: Math.floor(ms / dayMs) }, language)
  return ms >= hourMs
    ? join({ h: Math.floor(ms / hourMs) }, language)
    : join({ min: Math.floor(ms / minuteMs) }, language)
}

type Parts = Partial<Record<keyof typeof en.units, number>>

function join(parts: Parts, language: Language): string {
  const { units } = pickWords(launchDayWords, language)
  return (Object.entries(parts) as [keyof Parts, number][])
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${plural(language, count, { other: '#' })} ${units[unit]}`)
    .join(' ')
}

/** A zone of Intl; undefined: the browser's. */
type Zone = 'UTC' | undefined

/** `18:20` */
export const formatClock = (at: string, language: Language, timeZone?: Zone): string =>
  formatBy(languages[language].locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }, at)

/** Sorts and compares: `2026-11-27`. */
export const toDay = (at: string | number, timeZone?: Zone): string =>
  formatBy('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }, at)

interface Seen {
  now: string
  language: Language
  timeZone?: Zone
}

/** `Today`, `Tomorrow`, `Yesterday` or a weekday, and the date. */
export function describeDay(day: string, { now, language, timeZone }: Seen): { title: string; date: string } {
  const t = pickWords(launchDayWords, language)
  const nowAt = Date.parse(now)
  const near: Record<string, string> = {
    [toDay(nowAt - dayMs, timeZone)]: t.yesterday,
    [toDay(nowAt + dayMs, timeZone)]: t.tomorrow,
    [toDay(nowAt, timeZone)]: t.today,
  }
  const title = near[day] ?? formatBy(languages[language].locale, { weekday: 'long', timeZone: 'UTC' }, day)
  return { title: capitalise(title), date: formatDate(day, language) }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Keeps the formats, because creating them is slow. */
function formatBy(locale: string, options: Intl.DateTimeFormatOptions, at: string | number): string {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format.format(new Date(at))
}
