/**
 * The bands: the lowest score of each, and its word. Pages, cards, badges and schemas draw from this table; colours and shapes
 * are those of the design tokens.
 */
export const bands = {
  green: { from: 70, word: 'Green' },
  amber: { from: 45, word: 'Amber' },
  red: { from: 0, word: 'Red' },
} as const

/** The scores at which one band ends and another begins. */
export const bandLines: number[] = [bands.amber.from, bands.green.from]

/** The best first. */
export const bandNames = ['green', 'amber', 'red'] as const
export type Band = (typeof bandNames)[number]

/** The band of a rounded aggregate in hundredths, so that the band never contradicts the number shown (D13). */
export function toBand(aggregateX100: number): Band {
  if (aggregateX100 >= 100 * bands.green.from) return 'green'
  return aggregateX100 >= 100 * bands.amber.from ? 'amber' : 'red'
}

/** `green from 70, amber from 45, red below` */
export const bandRule = `green from ${bands.green.from}, amber from ${bands.amber.from}, red below`
