import type { Interval } from '../../platform/statistics/wilson-interval.ts'

/** The share if all unknown ones were bad, and if all were good. */
export const toBounds = (good: number, { known, unknown }: { known: number; unknown: number }): Interval | null =>
  known + unknown === 0 ? null : [good / (known + unknown), (good + unknown) / (known + unknown)]
