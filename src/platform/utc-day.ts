export const toDay = (date: Date): string => date.toISOString().slice(0, 10)

export const startOfDay = (date: Date): Date => new Date(new Date(date).setUTCHours(0, 0, 0, 0))

export const nextMidnight = (date: Date): Date => new Date(new Date(date).setUTCHours(24, 0, 0, 0))

export const secondsToMidnight = (date: Date): number =>
  Math.ceil((nextMidnight(date).getTime() - date.getTime()) / 1000)
