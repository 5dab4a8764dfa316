import { dayMs } from '../../contract/durations.ts'

const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

/** A period up to now. */
export type Window = keyof typeof windowMs

/** Every window. */
export const windows = Object.keys(windowMs) as Window[] // `windowMs` is a constant with no other keys

/** The windows that leaderboards have. */
export const leaderboardWindows = ['24h', '7d', 'all'] as const satisfies Window[]

/** The start of a window that ends at `end`: newer scores are inside. */
export const toWindowStart = (window: Window, end: Date): Date =>
  new Date(Math.max(0, end.getTime() - windowMs[window]))

/** The start of each window. */
export const toWindowStarts = (end: Date) =>
  Object.fromEntries(windows.map((window) => [window, toWindowStart(window, end)])) as Record<Window, Date> // one for each
