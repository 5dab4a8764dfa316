export const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function deviation(values: number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

/** By the nearest rank; null for an empty list. */
export function quantile(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}

/** Mean ranks for ties; null if either side has fewer than two distinct values. */
export function spearman(pairs: [number, number][]): number | null {
  const [a, b] = [fromMiddle(toRanks(pairs.map(([x]) => x))), fromMiddle(toRanks(pairs.map(([, y]) => y)))]
  const spread = Math.sqrt(product(a, a) * product(b, b))
  return pairs.length < 2 || spread === 0 ? null : product(a, b) / spread
}

const product = (a: number[], b: number[]): number => a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0)

function fromMiddle(values: number[]): number[] {
  const middle = mean(values)
  return values.map((value) => value - middle)
}

function toRanks(values: number[]): number[] {
  const sorted = values.toSorted((x, y) => x - y)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}

export const meanAbsoluteError = (pairs: [number, number][]): number =>
  mean(pairs.map(([expected, actual]) => Math.abs(expected - actual)))

/**
 * For interval data: 1 if repeats agree, 0 if they agree no better than chance. Null if there is nothing to compare, or
 * all scores are equal.
 */
export function krippendorffAlpha(repeats: number[][]): number | null {
  const units = repeats.filter((scores) => scores.length > 1)
  const all = units.flat()
  const expected = (2 * squares(all)) / (all.length - 1)
  if (units.length < 2 || expected === 0) return null
  const within = units.map((scores) => (2 * scores.length * squares(scores)) / (scores.length - 1))
  return 1 - within.reduce((sum, value) => sum + value, 0) / all.length / expected
}

function squares(values: number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
}
