import type { Observation } from './observation.ts'

/** Below this depth, in US dollars, an ordinary holder can't leave: selling 100 USD moves the price by 17%. */
export const minDepth = 1000

/** The money in the pools: by the provider, or by the chain when the provider lists the token no longer. */
export function effectiveDepth({ state, depth, chainDepth }: Observation): number | null {
  if (state === 'seen') return depth
  return state === 'absent' ? chainDepth : null
}

/** A missing amount can show life, never death. */
export function isBelow(look: Observation): boolean {
  const depth = effectiveDepth(look)
  return depth !== null && !look.partial && depth < minDepth
}

export function isAbove(look: Observation): boolean {
  const depth = effectiveDepth(look)
  return depth !== null && depth >= minDepth
}

export const countTrades = ({ buys, sells }: Observation): number => (buys ?? 0) + (sells ?? 0)

export const isTraded = (look: Observation): boolean => look.state === 'seen' && countTrades(look) >= 1

/** Trades of which nothing is known are no quiet. */
export const isQuiet = (look: Observation): boolean =>
  look.state === 'seen' && !look.partial && look.buys !== null && look.sells !== null && countTrades(look) === 0

export const isLiving = (look: Observation): boolean => isAbove(look) && isTraded(look)
