import { bandLines, bands, type Band } from './bands.ts'
import type { ScoreResult } from './schemas/score.ts'
import { type LeadState, ledWithScore } from './lead.ts'

/** The number of a score, with its band and how much of it was measured. */
export interface ScoreFigures {
  aggregate: number
  band: Band
  hasStubs: boolean
  /** The part of the weight that was measured, in whole per cent. */
  measuredPercent: number
}

/** As a fraction. */
export const getMeasuredWeight = ({ explanation }: Pick<ScoreResult, 'explanation'>): number =>
  explanation.contributions
    .filter(({ effectiveWeight }) => effectiveWeight > 0)
    .reduce((sum, { weight }) => sum + weight, 0)

/** In whole per cent. */
export const getMeasuredPercent = (score: Pick<ScoreResult, 'explanation'>): number =>
  Math.round(100 * getMeasuredWeight(score))

/** With one decimal, half up: `65.3` for 65.25, and `65.0`; but 69.96 is `69.9`, because `70.0` is green (D13). */
export function formatAggregate(aggregate: number): string {
  const hundredths = Math.round(aggregate * 100)
  const tenths = Math.round(hundredths / 10)
  const crosses = bandLines.some((line) => hundredths < 100 * line && tenths >= 10 * line)
  return ((crosses ? tenths - 1 : tenths) / 10).toFixed(1)
}

/** `Left Sock ($SOCK)`. */
export const formatSubject = ({ name, symbol }: Pick<ScoreResult['submission'], 'name' | 'symbol'>): string =>
  `${name} ($${symbol})`

/** Share texts have these in other languages too. */
export const headlineWords = {
  final: (points: string, band: string) => `${points} out of 100, ${band}`,
  preliminary: (points: string, share: string) => `${points} from ${share} of the weight`,
  test: (text: string) => `Test record: ${text}`,
  /** After a result or a name whose creator's wallet hasn't signed. */
  unsigned: (text: string) => `${text}, unsigned`,
}

/** `75.3 out of 100, green`; preliminary: `85 from 25% of the weight`. */
export function formatResult({ aggregate, band, hasStubs, measuredPercent }: ScoreFigures): string {
  const number = formatAggregate(aggregate)
  return hasStubs
    ? headlineWords.preliminary(number, `${measuredPercent}%`)
    : headlineWords.final(number, bands[band].word.toLowerCase())
}

/**
 * The outcome comes first (D101), then the number and the band, then the name, which anybody can choose (D115). A
 * critical warning replaces the number (D59).
 */
export function formatHeadline(score: ScoreResult, shown: LeadState): string {
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
