/** The position of a score among the comparable launches of a window. */
export interface Position {
  /** Launches with a lower score. */
  below: number
  /** All launches; the score's own is one of them when it ranks. */
  size: number
  /** How many launches there are in each of 20 bins of 5 points; null: too few for a picture. */
  bins: number[] | null
}

/** With fewer launches, a bar would be one launch that anybody can name. */
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
