/** The number of the judge's samples and their spread; null when the judge took no part. */
export function toSpread(scores: number[]): { count: number; lowest: number; highest: number } | null {
  if (scores.length === 0) return null
  return { count: scores.length, lowest: Math.min(...scores), highest: Math.max(...scores) }
}
