import { bands, type Band } from './band.ts'
import type { ScoreResult } from './schemas.ts'
import { listWarningCodes, warned, warningLabel } from './warning-words.ts'

/** The number of a score and what qualifies it. */
export interface Standing {
  aggregate: number
  band: Band
  /** The part of the weight that was measured, in whole per cent: below 100 for a preliminary score. */
  measuredPercent: number
}

/** The share of the weight whose signals were measured. */
export function getMeasuredPercent({ explanation }: Pick<ScoreResult, 'explanation'>): number {
  const live = explanation.contributions.filter(({ effectiveWeight }) => effectiveWeight > 0)
  return Math.round(100 * live.reduce((sum, { weight }) => sum + weight, 0))
}

/** `75.3`, never more than two decimals, and no zeros at the end: the number as pages, cards and badges write it. */
export const formatAggregate = (aggregate: number): string => String(Number(aggregate.toFixed(2)))

/** `75.3 out of 100, green`. A preliminary score has no band: `85 from 25% of the weight`. */
export function formatStanding({ aggregate, band, measuredPercent }: Standing): string {
  const number = formatAggregate(aggregate)
  if (measuredPercent < 100) return `${number} from ${measuredPercent}% of the weight`
  return `${number} out of 100, ${bands[band].word.toLowerCase()}`
}

/** A score in one line. A critical warning takes the place of the number, which could be read as praise (D59). */
export function formatHeadline(score: ScoreResult): string {
  const { submission, aggregate, band } = score
  const name = `${submission.name} ($${submission.symbol})`
  const label = warningLabel(listWarningCodes(score))
  const headline =
    label === undefined
      ? `${name}: ${formatStanding({ aggregate, band, measuredPercent: getMeasuredPercent(score) })}`
      : warned(label, name, ': ')
  return score.test ? `Test record: ${headline}` : headline
}
