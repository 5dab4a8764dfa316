/** The share of a cohort below a score, ties counted half: 0–100 with one decimal, half up; null for an empty cohort. */
export function toPercentile({ below, equal, size }: { below: number; equal: number; size: number }): number | null {
  if (size === 0) return null
  // In whole numbers: tenths of a per cent, times two for the half of `equal`, plus the half that rounds up.
  const doubled = 1000 * (2 * below + equal) + size
  return (doubled - (doubled % (2 * size))) / (2 * size) / 10
}
