import { maxLeftShare } from '../rules/rug-1.0.0.ts'
import type { EarlierObservation } from './store.ts'

/** The median of the depths of the last 36 hours; null: none is known. */
export function findReference(observations: Pick<EarlierObservation, 'depth'>[]): number | null {
  const depths = observations.flatMap(({ depth }) => depth ?? []).toSorted((a, b) => a - b)
  const [low, high] = [depths[Math.ceil(depths.length / 2) - 1], depths[Math.floor(depths.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** At most a tenth of what was usual is left, by the arithmetic of the rule that looks for a removal. */
export const isFall = (depth: number | null, reference: number | null): boolean =>
  depth !== null && reference !== null && depth <= maxLeftShare * reference
