import { dayMs } from '../../../../contract/durations.ts'

/** The maximum time between a score and its token. */
export const maxAgeMs = 180 * dayMs

/** Whether a score is older than a token, and not by more than 180 days. */
export const isInTime = (scoredAt: Date, createdAt: Date): boolean =>
  scoredAt < createdAt && createdAt.getTime() - scoredAt.getTime() <= maxAgeMs
