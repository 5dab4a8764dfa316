import { bands, type Band } from './bands.ts'
import type { ScoreResult } from './schemas/score.ts'
import { type ToldState, ledWithScore } from './lead.ts'

/** The number of a score, with its band and how much of it was measured. */
export interface ScoreFigures {
  aggregate: number
  band: Band
  /** The score is preliminary. */
  hasStubs: boolean
  /** The part of the weight that was measured, in whole per cent. */
  measuredPercent: number
}

/** The share of the weight whose signals were measured, as a fraction. */
export const getMeasuredWeight = ({ explanation }: Pick<ScoreResult, 'explanation'>): number =>
  explanation.contributions
    .filter(({ effectiveWeight }) => effectiveWeight > 0)
    .reduce((sum, { weight }) => sum + weight, 0)

/** The same in whole per cent. */
export const getMeasuredPercent = (score: Pick<ScoreResult, 'explanation'>): number =>
  Math.round(100 * getMeasuredWeight(score))

/** `75.3`, never more than two decimals, and no zeros at the end: the number as pages, cards and badges write it. */
export const formatAggregate = (aggregate: number): string => String(Number(aggregate.toFixed(2)))

/** `Left Sock ($SOCK)`. */
export const formatSubject = ({ name, symbol }: Pick<ScoreResult['submission'], 'name' | 'symbol'>): string =>
  `${name} ($${symbol})`

/** The English phrases of a headline and of a share text, which has them in other languages too. */
export const headlineWords = {
  final: (points: string, band: string) => `${points} out of 100, ${band}`,
  preliminary: (points: string, share: string) => `${points} from ${share} of the weight`,
  test: (text: string) => `Test record: ${text}`,
  /** Behind a result or a name whose creator's wallet nobody has signed with. */
  unsigned: (text: string) => `${text}, unsigned`,
}

/** `75.3 out of 100, green`. A preliminary score has no band: `85 from 25% of the weight`. */
export function formatResult({ aggregate, band, hasStubs, measuredPercent }: ScoreFigures): string {
  const number = formatAggregate(aggregate)
  return hasStubs
    ? headlineWords.preliminary(number, `${measuredPercent}%`)
    : headlineWords.final(number, bands[band].word.toLowerCase())
}

/**
 * A score in one line. The outcome of the launch comes first (D101), and the number and the band come before the name, which
 * anybody can choose (D115). It says “unsigned” while nobody stands behind the creator's wallet (D104). A critical warning replaces the number, which could be read as praise (D59).
 */
export function formatHeadline(score: ScoreResult, shown: ToldState): string {
  const { submission, aggregate, band, hasStubs } = score
  const mark = shown.isUnsigned ? headlineWords.unsigned : (text: string) => text
  const subject = formatSubject(submission)
  const result = mark(formatResult({ aggregate, band, hasStubs, measuredPercent: getMeasuredPercent(score) }))
  const headline = ledWithScore(shown, {
    subject: mark(subject),
    points: formatAggregate(aggregate),
    plain: `${result}: ${subject}`,
  })
  return score.test ? headlineWords.test(headline) : headline
}
