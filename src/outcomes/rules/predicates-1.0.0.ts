import type { Observation } from './observation.ts'

/** Below this depth, in US dollars, an ordinary holder can't leave: selling 100 USD moves the price by 17%. */
export const minDepth = 1000

/** The money in the pools: by the provider, or by the chain when the provider lists the token no longer. */
export function effectiveDepth({ state, depth, chainDepth }: Observation): number | null {
  if (state === 'seen') return depth
  return state === 'absent' ? chainDepth : null
}

/** A missing amount can show life, never death. */
export function isBelow(observation: Observation): boolean {
  const depth = effectiveDepth(observation)
  return depth !== null && !observation.partial && depth < minDepth
}

export function isAbove(observation: Observation): boolean {
  const depth = effectiveDepth(observation)
  return depth !== null && depth >= minDepth
}

export const countTrades = ({ buys, sells }: Observation): number => (buys ?? 0) + (sells ?? 0)

export const isTraded = (observation: Observation): boolean =>
  observation.state === 'seen' && countTrades(observation) >= 1

/** Trades of which nothing is known are no quiet. */
export const isQuiet = (observation: Observation): boolean =>
  observation.state === 'seen' &&
  !observation.partial &&
  observation.buys !== null &&
  observation.sells !== null &&
  countTrades(observation) === 0

export const isLiving = (observation: Observation): boolean => isAbove(observation) && isTraded(observation)
