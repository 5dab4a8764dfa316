import type { Observation } from './observation.ts'
import { isBelow, isLiving, isQuiet } from './predicates-1.0.0.ts'
import { findRug } from './rug-1.0.0.ts'

export interface Survival {
  /** Whole days, at least 1. */
  days: number
  /** false: still living when last seen. */
  died: boolean
}

/** A death needs this long to be confirmed, so a curve ends as long before its date. */
export const confirmedAfterHours = 168
const minSpanHours = 144

/**
 * How long a token lived, or null for one that was never seen living. Deaths and living observations after `untilHours` are
 * left aside: the young dead aren't confirmed yet, so the young living mustn't count either.
 */
export function measureSurvival(observations: Observation[], untilHours = Infinity): Survival | null {
  const sorted = observations.toSorted((a, b) => a.hours - b.hours)
  const lastLiving = sorted.findLast((observation) => observation.hours <= untilHours && isLiving(observation))
  if (!lastLiving) return null
  const died = [findDeath(sorted), findRug(sorted)]
    .flatMap((end) => end?.hours ?? [])
    .filter((hours) => hours <= untilHours)
  if (died.length > 0) return { days: toDays(Math.min(...died)), died: true }
  return { days: toDays(lastLiving.hours), died: false }
}

const toDays = (hours: number): number => Math.max(1, Math.ceil(hours / 24))

/** The first observation below the floor or without trades that a week of further observations confirms. */
function findDeath(observations: Observation[]): Observation | undefined {
  return observations.find((observation, index) => {
    if (!isBelow(observation) && !isQuiet(observation)) return false
    const week = observations.slice(index + 1).filter(({ hours }) => hours <= observation.hours + confirmedAfterHours)
    return week.every(isLifeless) && week.some(({ hours }) => hours >= observation.hours + minSpanHours)
  })
}

/** It says something, and not that the token lives. */
const isLifeless = (observation: Observation): boolean =>
  !isLiving(observation) && (isBelow(observation) || isQuiet(observation) || observation.state === 'absent')
