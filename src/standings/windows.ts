const dayMs = 24 * 3600 * 1000

const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

/** A stretch of time up to now: of percentiles (D21). */
export type Window = keyof typeof windowMs

/** Those of leaderboards. */
export const boardWindows = ['24h', '7d', 'all'] as const satisfies Window[]

/** A score is in the window that ends at `end` when it is newer than this. */
export const startOf = (window: Window, end: Date): Date => new Date(Math.max(0, end.getTime() - windowMs[window]))

/** Where each window begins. */
export const startsOf = (end: Date): Record<Window, Date> => ({
  '24h': startOf('24h', end),
  '7d': startOf('7d', end),
  '30d': startOf('30d', end),
  all: startOf('all', end),
})
