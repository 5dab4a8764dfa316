import type { EarlierLook } from './store.ts'

/** The median of the depths of the last 36 hours; null: none is known. */
export function findReference(looks: Pick<EarlierLook, 'depth'>[]): number | null {
  const depths = looks.flatMap(({ depth }) => depth ?? []).toSorted((a, b) => a - b)
  const [low, high] = [depths[Math.ceil(depths.length / 2) - 1], depths[Math.floor(depths.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Less than a tenth of what was usual is left. */
export const isFall = (depth: number | null, reference: number | null): boolean =>
  depth !== null && reference !== null && depth < reference / 10
