import type { Sums } from '../activity/store.ts'
import type { ActivityWindow, EnrollmentTotals, ScoreTotals } from './schemas.ts'

export type Span = keyof Sums['rescore']

/** How many scores of each kind a span has. */
export function scoreTotals(sums: Sums, span: Span): ScoreTotals {
  const bands = bandsOf(sums, span, 'score')
  const final = bands.green + bands.amber + bands.red
  const preliminary = sums['score.preliminary'][span]
  return { total: final + preliminary, final, preliminary, rescores: sums.rescore[span], bands }
}

/** How many enrollments of each band a span has. */
export function enrollmentTotals(sums: Sums, span: Span): EnrollmentTotals {
  const bands = bandsOf(sums, span, 'enrollment')
  return { total: bands.green + bands.amber + bands.red, bands }
}

/** All that is counted of a span. */
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
      enrolledShare: shareOf(enrolled, scores.final),
      attestedShare: shareOf(attested, scores.final),
    },
    model: {
      calls: sums['model.call'][span],
      inputTokens: sums['model.input-token'][span],
      outputTokens: sums['model.output-token'][span],
    },
  }
}

const bandsOf = (sums: Sums, span: Span, what: 'score' | 'enrollment') => ({
  green: sums[`${what}.green`][span],
  amber: sums[`${what}.amber`][span],
  red: sums[`${what}.red`][span],
})

const shareOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)
