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
/** A second look within these hours has to confirm a removal. */
export const confirmationHours = { from: 1, to: 48 }
const checksApartHours = 20

/** The first rug, which is one of two facts and never a fall of the price. `looks` are in the order of their time. */
export function findRug(looks: Observation[]): Rug | null {
  const removed = looks.find((look, index) => isRemoval(looks, index) && isConfirmed(looks, look))
  const unsellable = findUnsellable(looks)
  if (removed && (!unsellable || removed.hours <= unsellable.hours)) return { hours: removed.hours, cause: 'removed' }
  return unsellable && { hours: unsellable.hours, cause: 'cannot_sell' }
}

/** Whether a removal up to `hours` may still be confirmed by a look after `ageHours`. */
export const awaitsConfirmation = (looks: Observation[], hours: number, ageHours: number): boolean =>
  looks.some(
    (look, index) =>
      look.hours <= hours &&
      ageHours <= look.hours + confirmationHours.to &&
      isRemoval(looks, index) &&
      !isConfirmed(looks, look),
  )

/** An insider took out at least half of the quote, and at most a tenth of what was usual is left. */
function isRemoval(looks: Observation[], index: number): boolean {
  const look = looks[index]
  if (!look || !isBelow(look)) return false
  if (look.removal?.by !== 'insider' || look.removal.share < minRemoved) return false
  // The median, so that a stranger who adds much for an hour doesn't set the reference.
  const reference = findMedian(
    looks
      .slice(0, index)
      .filter(({ hours }) => hours >= look.hours - referenceHours)
      .map(effectiveDepth)
      .filter((depth) => depth !== null),
  )
  return reference !== null && reference >= minDepth && (effectiveDepth(look) ?? Infinity) <= maxLeftShare * reference
}

const isConfirmed = (looks: Observation[], { hours }: Observation): boolean =>
  looks.some(
    (look) =>
      look.hours >= hours + confirmationHours.from && look.hours <= hours + confirmationHours.to && isBelow(look),
  )

function findUnsellable(looks: Observation[]): Observation | null {
  const checks = looks.filter(({ cannotSell }) => cannotSell === true)
  const first = checks[0]
  return (first && checks.find(({ hours }) => hours >= first.hours + checksApartHours)) ?? null
}

function findMedian(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
