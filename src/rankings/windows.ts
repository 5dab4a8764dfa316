import { dayMs } from '../../contract/durations.ts'

const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

export type Window = keyof typeof windowMs

export const windows = Object.keys(windowMs) as Window[] // `windowMs` is a constant with no other keys

export const leaderboardWindows = ['24h', '7d', 'all'] as const satisfies Window[]

/** Newer scores are inside the window. */
export const toWindowStart = (window: Window, end: Date): Date =>
  new Date(Math.max(0, end.getTime() - windowMs[window]))

export const toWindowStarts = (end: Date) =>
  Object.fromEntries(windows.map((window) => [window, toWindowStart(window, end)])) as Record<Window, Date> // one for each
