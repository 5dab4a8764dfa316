import type { Sums } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import type { ActivityWindow, EnrollmentTotals, ScoreTotals } from './schemas.ts'

type Span = keyof Sums['rescore']

/** The number of scores of each kind in a period. */
export function scoreTotals(sums: Sums, span: Span): ScoreTotals {
  const bands = toBands(sums, span, 'score')
  const final = bands.green + bands.amber + bands.red
  const preliminary = sums['score.preliminary'][span]
  return { total: final + preliminary, final, preliminary, rescores: sums.rescore[span], bands }
}

/** The number of enrollments of each band in a period. */
export function enrollmentTotals(sums: Sums, span: Span): EnrollmentTotals {
  const bands = toBands(sums, span, 'enrollment')
  return { total: bands.green + bands.amber + bands.red, bands }
}

/** All counts of a period. */
export function activityWindow(sums: Sums, span: Span, since: Date | null): ActivityWindow {
  const scores = scoreTotals(sums, span)
  const [enrolled, attested] = [sums.enrolled[span], sums.attested[span]]
  return {
    since: since?.toISOString() ?? null,
    scores,
    enrollments: enrollmentTotals(sums, span),
    attestations: { published: sums.attestation[span] },
    conversion: {
      scores: scores.final,
      enrolled,
      attested,
      enrolledShare: toShare(enrolled, scores.final),
      attestedShare: toShare(attested, scores.final),
    },
    model: {
      calls: sums['model.call'][span],
      inputTokens: sums['model.input-token'][span],
      outputTokens: sums['model.output-token'][span],
    },
  }
}

const toBands = (sums: Sums, span: Span, what: 'score' | 'enrollment') => ({
  green: sums[`${what}.green`][span],
  amber: sums[`${what}.amber`][span],
  red: sums[`${what}.red`][span],
})

const toShare = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)

/** The price of tokens; null without MODEL_PRICE_INPUT and MODEL_PRICE_OUTPUT, which are per million tokens. */
export function toModelCost(
  { modelPrice }: Pick<Deps['config'], 'modelPrice'>,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  if (modelPrice === null) return null
  return (inputTokens * modelPrice.input + outputTokens * modelPrice.output) / 1e6
}
