/**
 * The bands: the lowest score of each, its word, its shape for readers who can't tell colours apart, and its colours in images
 * on a light and on a dark ground. Pages, cards, badges and schemas draw from this table; pages take colours from their tokens.
 */
export const bands = {
  green: { from: 70, word: 'Green', shape: 'disc', light: '#16774a', dark: '#3fcf8e' },
  amber: { from: 45, word: 'Amber', shape: 'diamond', light: '#8f5f00', dark: '#f5b83d' },
  red: { from: 0, word: 'Red', shape: 'square', light: '#bd2c26', dark: '#ff8074' },
} as const

export type Band = keyof typeof bands
export type BandShape = (typeof bands)[Band]['shape']

/** The band of a rounded aggregate in hundredths, so that the band never contradicts the number shown (D13). */
export function toBand(aggregateX100: number): Band {
  if (aggregateX100 >= 100 * bands.green.from) return 'green'
  return aggregateX100 >= 100 * bands.amber.from ? 'amber' : 'red'
}

/** `green from 70, amber from 45, red below` */
export const bandRule = `green from ${bands.green.from}, amber from ${bands.amber.from}, red below`
