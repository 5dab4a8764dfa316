/** Ties count half: 0–100 with one decimal; null for an empty cohort. */
export function toPercentile({ below, equal, size }: { below: number; equal: number; size: number }): number | null {
  if (size === 0) return null
  // Whole numbers: tenths of a per cent, doubled for the half of `equal`, plus the rounding half.
  const doubled = 1000 * (2 * below + equal) + size
  return (doubled - (doubled % (2 * size))) / (2 * size) / 10
}
