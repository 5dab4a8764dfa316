import type { Sums } from '../activity/store.ts'
import type { Deps } from '../deps.ts'
import type { ActivityWindow, EnrollmentTotals, ScoreTotals } from '../../contract/schemas/admin.ts'

type Span = keyof Sums['rescore']

export function toScoreTotals(sums: Sums, span: Span): ScoreTotals {
  const bands = toBands(sums, span, 'score')
  const final = bands.green + bands.amber + bands.red
  const preliminary = sums['score.preliminary'][span]
  return { total: final + preliminary, final, preliminary, rescores: sums.rescore[span], bands }
}

export function toEnrollmentTotals(sums: Sums, span: Span): EnrollmentTotals {
  const bands = toBands(sums, span, 'enrollment')
  return { total: bands.green + bands.amber + bands.red, bands }
}

export function toActivityWindow(
  config: PriceConfig,
  { sums, span, since }: { sums: Sums; span: Span; since: Date | null },
): ActivityWindow {
  const scores = toScoreTotals(sums, span)
  const [enrolled, attested] = [sums.enrolled[span], sums.attested[span]]
  return {
    since: since?.toISOString() ?? null,
    scores,
    enrollments: toEnrollmentTotals(sums, span),
    attestations: { published: sums.attestation[span] },
    conversion: {
      scores: scores.final,
      enrolled,
      attested,
      enrolledShare: toShare(enrolled, scores.final),
      attestedShare: toShare(attested, scores.final),
    },
    model: toModelUse(config, { sums, span, scores: scores.total }),
  }
}

function toModelUse(config: PriceConfig, { sums, span, scores }: { sums: Sums; span: Span; scores: number }) {
  const inputTokens = sums['model.input-token'][span]
  const outputTokens = sums['model.output-token'][span]
  const cachedTokens = sums['model.cached-token'][span]
  const cost = toModelCost(config, { inputTokens, outputTokens, savedTokens: sums['model.saved-token'][span] })
  return {
    calls: sums['model.call'][span],
    inputTokens,
    outputTokens,
    cachedTokens,
    cachedShare: toShare(cachedTokens, inputTokens),
    tokensPerScore: scores === 0 ? null : Math.round((inputTokens + outputTokens) / scores),
    cost,
    costPerScore: cost === null || scores === 0 ? null : cost / scores,
  }
}

const toBands = (sums: Sums, span: Span, what: 'score' | 'enrollment') => ({
  green: sums[`${what}.green`][span],
  amber: sums[`${what}.amber`][span],
  red: sums[`${what}.red`][span],
})

const toShare = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)

type PriceConfig = Pick<Deps['config'], 'modelPrice'>

interface PricedTokens {
  inputTokens: number
  outputTokens: number
  savedTokens: number
}

/** Prices are per million tokens; null unless both are set. */
export function toModelCost(
  { modelPrice }: PriceConfig,
  { inputTokens, outputTokens, savedTokens }: PricedTokens,
): number | null {
  if (modelPrice === null) return null
  return ((inputTokens - savedTokens) * modelPrice.input + outputTokens * modelPrice.output) / 1e6
}
