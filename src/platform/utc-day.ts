/** The day in UTC, as `2026-12-01`. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10)

/** The midnight UTC at which the day of `date` began. */
export const startOfDay = (date: Date): Date => new Date(new Date(date).setUTCHours(0, 0, 0, 0))

/** The midnight UTC at which the day after that of `date` begins: daily limits are renewed then. */
export const nextMidnight = (date: Date): Date => new Date(new Date(date).setUTCHours(24, 0, 0, 0))

/** The whole seconds, rounded up, until the next midnight UTC. */
export const secondsToMidnight = (date: Date): number =>
  Math.ceil((nextMidnight(date).getTime() - date.getTime()) / 1000)
