import type { Position } from '../../../contract/score-place.ts'

/** With fewer launches, a bar would identify one. */
const minForBins = 10

const binCount = 20

export function toPosition(
  { below, size }: { below: number; size: number },
  counted: { bin: number; count: number }[],
): Position {
  const bins = Array.from({ length: binCount }, (_, at) => counted.find(({ bin }) => bin === at)?.count ?? 0)
  const total = bins.reduce((sum, count) => sum + count, 0)
  return { below, size, bins: total >= minForBins ? bins : null }
}
