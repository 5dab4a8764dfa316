import type { Observation } from './observation.ts'
import { minDepth, effectiveDepth, isBelow } from './predicates-1.0.0.ts'

export interface Rug {
  /** Hours since trading began. */
  hours: number
  cause: 'removed' | 'cannot_sell'
}

const referenceHours = 36
/** More than this share of what was usual is no removal. */
export const maxLeftShare = 0.1
const minRemoved = 0.5
/** A second observation within these hours has to confirm a removal. */
export const confirmationHours = { from: 1, to: 48 }
const checksApartHours = 20

/** The first rug, which is one of two facts and never a fall of the price. `observations` are in the order of their time. */
export function findRug(observations: Observation[]): Rug | null {
  const removed = observations.find(
    (observation, index) => isRemoval(observations, index) && isConfirmed(observations, observation),
  )
  const unsellable = findUnsellable(observations)
  if (removed && (!unsellable || removed.hours <= unsellable.hours)) return { hours: removed.hours, cause: 'removed' }
  return unsellable && { hours: unsellable.hours, cause: 'cannot_sell' }
}

/** Whether a removal up to `hours` may still be confirmed by an observation after `ageHours`. */
export const awaitsConfirmation = (observations: Observation[], hours: number, ageHours: number): boolean =>
  observations.some(
    (observation, index) =>
      observation.hours <= hours &&
      ageHours <= observation.hours + confirmationHours.to &&
      isRemoval(observations, index) &&
      !isConfirmed(observations, observation),
  )

/** An insider took out at least half of the quote, and at most a tenth of what was usual is left. */
function isRemoval(observations: Observation[], index: number): boolean {
  const observation = observations[index]
  if (!observation || !isBelow(observation)) return false
  if (observation.removal?.by !== 'insider' || observation.removal.share < minRemoved) return false
  // The median, so that a stranger who adds much for an hour doesn't set the reference.
  const reference = findMedian(
    observations
      .slice(0, index)
      .filter(({ hours }) => hours >= observation.hours - referenceHours)
      .map(effectiveDepth)
      .filter((depth) => depth !== null),
  )
  return (
    reference !== null && reference >= minDepth && (effectiveDepth(observation) ?? Infinity) <= maxLeftShare * reference
  )
}

const isConfirmed = (observations: Observation[], { hours }: Observation): boolean =>
  observations.some(
    (observation) =>
      observation.hours >= hours + confirmationHours.from &&
      observation.hours <= hours + confirmationHours.to &&
      isBelow(observation),
  )

function findUnsellable(observations: Observation[]): Observation | null {
  const checks = observations.filter(({ cannotSell }) => cannotSell === true)
  const first = checks[0]
  return (first && checks.find(({ hours }) => hours >= first.hours + checksApartHours)) ?? null
}

function findMedian(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
