import { percent } from '../../ui/words.ts'

/** `12,345` */
export const whole = (count: number): string => count.toLocaleString('en')

/** A count and its word, on one line. */
export const counted = (count: number, word: string): string => `${whole(count)}\u00a0${word}`

export const shareIn = (share: number | null): string => (share === null ? '–' : percent(share))

/** `45 s`, `12 min`, `3.5 h`, `2.1 days` */
export function span(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  const hours = seconds / 3600
  return hours < 48 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} days`
}
