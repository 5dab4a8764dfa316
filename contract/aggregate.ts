/** In hundredths, rounded half up (D13). Scores are whole, weights whole per cent. */
export function aggregateX100(parts: { score: number; weight: number; stub: boolean }[]): number {
  const live = parts.filter(({ stub }) => !stub)
  const weights = live.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) throw new RangeError('an aggregate needs at least one live signal')
  const weighted = live.reduce((sum, { score, weight }) => sum + score * weight, 0)
  return roundedQuotient(100 * weighted, weights)
}

/** Rounded half up. Floats would miss exact sums and change bands. */
export function roundedQuotient(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}

interface Part {
  score: number
  weight: number
  stub: boolean
  spread?: { lowest: number; highest: number }
}

/**
 * Where the weighted mean could lie. Signals are judged independently, so errors add up as squares. null: no signal has
 * a spread.
 */
export function toTotalSpread(parts: Part[]): { lowest: number; highest: number } | null {
  const live = parts.filter(({ stub }) => !stub)
  if (!live.some(({ spread }) => spread)) return null
  const total = sum(live.map(({ weight }) => weight))
  const mean = sum(live.map(({ score, weight }) => score * weight)) / total
  const error = (side: 'lowest' | 'highest') =>
    Math.hypot(...live.map(({ score, weight, spread }) => ((spread?.[side] ?? score) - score) * (weight / total)))
  return { lowest: mean - error('lowest'), highest: mean + error('highest') }
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
