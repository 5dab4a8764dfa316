import type { Observation } from './observation.ts'
import { countTrades } from './predicates-1.0.0.ts'

export interface Graduation {
  /** Hours since trading began, of the observation that completed the seven days. */
  hours: number
  /** The first of the seven days, counted from 0. */
  fromDay: number
  /** The least depth of the days' last observations, in US dollars. */
  minDepth: number
}

const windowDays = 7
const lastDay = 89
/** Amounts in US dollars; trades of 24 hours. */
const thresholds = { depth: 20_000, trades: 50, buys: 10, sells: 10, volume: 2000 }

/**
 * The first seven days in a row, within 90 days, on each of which the last observation passes the bar; one of them may lack
 * an observation, not the first or the last. A day counts when it is over: `ageHours` is the token's age. `observations`
 * are in order.
 */
export function findGraduation(observations: Observation[], ageHours: number): Graduation | null {
  const lastObservations = new Map<number, Observation>()
  for (const observation of observations)
    if (observation.hours >= 0) lastObservations.set(toDay(observation.hours), observation)
  for (const [day, last] of lastObservations) {
    if (day > lastDay || ageHours < (day + 1) * 24) continue
    const fromDay = day - windowDays + 1
    const days = Array.from({ length: windowDays }, (_, index) => lastObservations.get(fromDay + index))
    if (fromDay >= 0 && isComplete(days)) {
      const depths = days.flatMap((observation) => observation?.depth ?? [])
      return { hours: last.hours, fromDay, minDepth: Math.min(...depths) }
    }
  }
  return null
}

export const toDay = (hours: number): number => Math.floor(hours / 24)

const isComplete = (days: (Observation | undefined)[]): boolean =>
  days[0] !== undefined &&
  days.filter((observation) => observation === undefined).length <= 1 &&
  days.every((observation) => observation === undefined || passes(observation))

const passes = (observation: Observation): boolean =>
  observation.state === 'seen' &&
  (observation.depth ?? 0) >= thresholds.depth &&
  countTrades(observation) >= thresholds.trades &&
  (observation.buys ?? 0) >= thresholds.buys &&
  (observation.sells ?? 0) >= thresholds.sells &&
  (observation.volume ?? 0) >= thresholds.volume &&
  observation.cannotSell !== true
