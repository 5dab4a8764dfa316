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
 * How long a token lived, or null for one that was never seen living. Deaths and living looks after `untilHours` are left
 * aside: the young dead aren't confirmed yet, so the young living mustn't count either.
 */
export function measureSurvival(looks: Observation[], untilHours = Infinity): Survival | null {
  const sorted = looks.toSorted((a, b) => a.hours - b.hours)
  const lastLiving = sorted.findLast((look) => look.hours <= untilHours && isLiving(look))
  if (!lastLiving) return null
  const died = [findDeath(sorted), findRug(sorted)]
    .flatMap((end) => end?.hours ?? [])
    .filter((hours) => hours <= untilHours)
  if (died.length > 0) return { days: toDays(Math.min(...died)), died: true }
  return { days: toDays(lastLiving.hours), died: false }
}

const toDays = (hours: number): number => Math.max(1, Math.ceil(hours / 24))

/** The first look below the floor or without trades that a week of further looks confirms. */
function findDeath(looks: Observation[]): Observation | undefined {
  return looks.find((look, index) => {
    if (!isBelow(look) && !isQuiet(look)) return false
    const week = looks.slice(index + 1).filter(({ hours }) => hours <= look.hours + confirmedAfterHours)
    return week.every(isLifeless) && week.some(({ hours }) => hours >= look.hours + minSpanHours)
  })
}

/** It says something, and not that the token lives. */
const isLifeless = (look: Observation): boolean =>
  !isLiving(look) && (isBelow(look) || isQuiet(look) || look.state === 'absent')
