import type { Band } from '../../../contract/schemas/score.ts'
import { toBand } from '../../../contract/bands.ts'

/** The band of a whole score; `toBand` takes hundredths. */
export const toScoreBand = (score: number): Band => toBand(score * 100)

/** `81.25`, always two decimals. */
export const points = (value: number): string => value.toFixed(2)
