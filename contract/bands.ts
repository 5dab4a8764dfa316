/** The lowest score of each band, and its word. Colours and shapes are design tokens. */
export const bands = {
  green: { from: 70, word: 'Green' },
  amber: { from: 45, word: 'Amber' },
  red: { from: 0, word: 'Red' },
} as const

export const bandLines: number[] = [bands.amber.from, bands.green.from]

export const bandNames = ['green', 'amber', 'red'] as const
export type Band = (typeof bandNames)[number]

/** Taken from the rounded aggregate, so that the band never contradicts the number shown (D13). */
export function toBand(aggregateX100: number): Band {
  if (aggregateX100 >= 100 * bands.green.from) return 'green'
  return aggregateX100 >= 100 * bands.amber.from ? 'amber' : 'red'
}

export const bandRule = `green from ${bands.green.from}, amber from ${bands.amber.from}, red below`
