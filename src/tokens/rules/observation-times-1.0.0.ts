import { createHash } from 'node:crypto'

interface Plan {
  /** Lower case. */
  token: string
  /** When the token was created, as its block says. */
  createdAt: Date
  /** When trading began; null: no market was seen yet. */
  tradingSince: Date | null
  /** The time of the observation that was just made. */
  now: Date
}

interface Phase {
  untilHours: number
  everyHours: number
}

/** Until there is a market: every 10 minutes, then hourly, then daily. */
const waiting: Phase[] = [
  { untilHours: 48, everyHours: 1 / 6 },
  { untilHours: 336, everyHours: 1 },
  { untilHours: 720, everyHours: 24 },
]

/** 48 observations, 20 observations and 83 observations. */
const trading: Phase[] = [
  { untilHours: 48, everyHours: 1 },
  { untilHours: 168, everyHours: 6 },
  { untilHours: 2160, everyHours: 24 },
]

const hourMs = 3_600_000
/** The maximum delay of an observation, as a share of its interval. */
const maxShift = 0.1

/**
 * The time of the next observation, or null after the last one. The token's address moves it, so that the observations of many
 * tokens don't fall into the same minute; anyone can compute it.
 */
export function planNextObservation({ token, createdAt, tradingSince, now }: Plan): Date | null {
  const since = (tradingSince ?? createdAt).getTime()
  const next = findNext(tradingSince ? trading : waiting, Math.max(0, now.getTime() - since) / hourMs)
  if (!next) return null
  const planned = new Date(since + Math.round(next.hours * hourMs))
  const share = toShare(`${token} ${planned.toISOString()}`)
  return new Date(planned.getTime() + Math.floor(share * maxShift * next.everyHours * hourMs))
}

/** The first planned age that is later than this one and later than its shift. */
function findNext(phases: Phase[], ageHours: number): { hours: number; everyHours: number } | null {
  let from = 0
  for (const { untilHours, everyHours } of phases) {
    const steps = Math.round((untilHours - from) / everyHours)
    // An observation that came late by its shift doesn't make the same observation due again.
    const step = Math.max(1, Math.floor((ageHours - from) / everyHours + 1e-9) + 1)
    if (step <= steps) return { hours: from + step * everyHours, everyHours }
    from = untilHours
  }
  return null
}

/** 0 to just below 1. */
const toShare = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** The waits after a failed observation; the last one repeats until the observation's window closes. */
const retryMs = [30_000, 120_000, 600_000, hourMs]

/** When an observation that failed for the `attempts`th time is tried again. */
export const planRetry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + (retryMs[Math.min(attempts, retryMs.length) - 1] ?? hourMs))
