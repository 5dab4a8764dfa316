import type { Band } from './schemas.ts'

/** The band of a rounded aggregate in hundredths, so that the band never contradicts the number shown (D13). */
export function bandOf(aggregateX100: number): Band {
  if (aggregateX100 >= 7000) return 'green'
  return aggregateX100 >= 4500 ? 'amber' : 'red'
}
