import { Z } from './normal.ts'

export type Interval = [low: number, high: number]

/** Wilson's interval of 95% for a share of `good` in `known`; null without any. */
export function toWilsonInterval(good: number, known: number): Interval | null {
  if (known === 0) return null
  const share = good / known
  const scale = 1 + Z ** 2 / known
  const centre = (share + Z ** 2 / (2 * known)) / scale
  const half = (Z * Math.sqrt((share * (1 - share)) / known + Z ** 2 / (4 * known ** 2))) / scale
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** The share if all unknown ones were bad, and if all were good. */
export const toBounds = (good: number, { known, unknown }: { known: number; unknown: number }): Interval | null =>
  known + unknown === 0 ? null : [good / (known + unknown), (good + unknown) / (known + unknown)]
