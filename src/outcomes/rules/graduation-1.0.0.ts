import type { Observation } from './observation.ts'
import { countTrades } from './predicates-1.0.0.ts'

export interface Graduation {
  /** Hours since trading began, of the look that completed the seven days. */
  hours: number
  /** The first of the seven days, counted from 0. */
  fromDay: number
  /** The least depth of the days' last looks, in US dollars. */
  minDepth: number
}

const windowDays = 7
const lastDay = 89
/** Amounts in US dollars; trades of 24 hours. */
const thresholds = { depth: 20_000, trades: 50, buys: 10, sells: 10, volume: 2000 }

/**
 * The first seven days in a row, within 90 days, on each of which the last look passes the bar; one of them may lack a
 * look, not the first or the last. A day counts when it is over: `ageHours` is the token's age. `looks` are in order.
 */
export function findGraduation(looks: Observation[], ageHours: number): Graduation | null {
  const lastLooks = new Map<number, Observation>()
  for (const look of looks) if (look.hours >= 0) lastLooks.set(toDay(look.hours), look)
  for (const [day, last] of lastLooks) {
    if (day > lastDay || ageHours < (day + 1) * 24) continue
    const fromDay = day - windowDays + 1
    const days = Array.from({ length: windowDays }, (_, index) => lastLooks.get(fromDay + index))
    if (fromDay >= 0 && isComplete(days)) {
      const depths = days.flatMap((look) => look?.depth ?? [])
      return { hours: last.hours, fromDay, minDepth: Math.min(...depths) }
    }
  }
  return null
}

export const toDay = (hours: number): number => Math.floor(hours / 24)

const isComplete = (days: (Observation | undefined)[]): boolean =>
  days[0] !== undefined &&
  days.filter((look) => look === undefined).length <= 1 &&
  days.every((look) => look === undefined || passes(look))

const passes = (look: Observation): boolean =>
  look.state === 'seen' &&
  (look.depth ?? 0) >= thresholds.depth &&
  countTrades(look) >= thresholds.trades &&
  (look.buys ?? 0) >= thresholds.buys &&
  (look.sells ?? 0) >= thresholds.sells &&
  (look.volume ?? 0) >= thresholds.volume &&
  look.cannotSell !== true
