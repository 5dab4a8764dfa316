/** `12,345` */
export const whole = (count: number): string => Math.round(count).toLocaleString('en')

/** `1.2M`, where digits don't matter. */
export const short = (count: number): string => (count < 10_000 ? whole(count) : compact.format(count))
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `29.4%`; `–` for none. */
export const shareIn = (share: number | null): string => (share === null ? '–' : percent.format(share))
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** `1.5 GB` */
export const bytes = (count: number): string => {
  const [unit, size] = units.find(([, size]) => count >= size) ?? ['B', 1]
  return `${Number((count / size).toFixed(1))} ${unit}`
}
const units: [string, number][] = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
]

/** `0.42`: money in a currency that only the operator knows. */
export const price = (cost: number): string => cost.toLocaleString('en', { maximumFractionDigits: cost < 1 ? 4 : 2 })

/** `45 s`, `12 min`, `3.5 h`, `2.1 days` */
export function span(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`
  const hours = seconds / 3600
  return hours < 48 ? `${Number(hours.toFixed(1))} h` : `${Number((hours / 24).toFixed(1))} days`
}
