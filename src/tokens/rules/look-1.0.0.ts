import type { MarketObservation } from './depth-1.0.0.ts'
import { minDepth } from './outcome-1.0.0.ts'

/** What one look at the market shows of a token. `absent`: the provider lists no pair of it. */
export type Look = 'alive' | 'dead' | 'absent' | 'unknown'

/**
 * Alive: an ordinary holder can leave, and somebody traded within 24 hours. Dead: one of the two is known to be missing. A
 * missing amount can show life, never death.
 */
export function judgeLook(observation: MarketObservation): Look {
  if (observation.state === 'absent') return 'absent'
  if (observation.state === 'uncounted') return 'unknown'
  const { depth, partial, buys, sells } = observation
  const isTraded = buys + sells > 0
  if (depth !== null && depth >= minDepth && isTraded) return 'alive'
  if (partial) return 'unknown'
  return depth !== null && (depth < minDepth || !isTraded) ? 'dead' : 'unknown'
}
