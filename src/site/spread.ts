/** How many answers of the judge there were, and how far apart; null: it wasn't asked. */
export function spreadOf(scores: number[]): { count: number; lowest: number; highest: number } | null {
  if (scores.length === 0) return null
  return { count: scores.length, lowest: Math.min(...scores), highest: Math.max(...scores) }
}
