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
