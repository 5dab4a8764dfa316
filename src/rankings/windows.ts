import { dayMs } from '../../contract/time.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'

const windowMs = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY }

export type Window = keyof typeof windowMs

export const windows = Object.keys(windowMs) as Window[] // `windowMs` is a constant with no other keys

export const leaderboardWindows = ['24h', '7d', 'all'] as const satisfies Window[]

/** Newer scores are inside the window. */
export const toWindowStart = (window: Window, end: Date): Date =>
  new Date(Math.max(0, end.getTime() - windowMs[window]))

export const toWindowStarts = (end: Date) =>
  Object.fromEntries(windows.map((window) => [window, toWindowStart(window, end)])) as Record<Window, Date> // one for each

/** The prompt name and major version that scores must share to be compared (D18). */
export type Cohort = Pick<PromptVersion, 'name' | 'major'>

/** Rows without a critical warning or a bad outcome (D110). */
export const toBestName = (leaderboard: string): string => `${leaderboard}/best`

/** The name of a leaderboard: the cohort, or the part of it whose creators enrolled. */
export const toLeaderboardName = ({ cohort, isSigned }: { cohort: Cohort; isSigned: boolean }): string =>
  isSigned ? `${toCohortName(cohort)}/signed` : toCohortName(cohort)

/** `launch-score@1` */
export const toCohortName = ({ name, major }: Cohort): string => `${name}@${major}`
