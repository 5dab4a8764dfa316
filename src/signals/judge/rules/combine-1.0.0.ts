import type { Combination } from '../prompts.ts'

/** The version of how samples become one verdict; changing it bumps the prompt version. */
export const combineRules = 'combine-rules@1.0.0'

/** One sample after the gates. */
export interface Sample {
  /** After the gates, not rounded. */
  score: number
  /** The score that the criteria alone would give, 0 to 100, and the one that the judge gave. */
  criteriaScore: number
  ownScore: number
  /** The judge's own, 0 to 1. */
  confidence: number
  isSuspicious: boolean
}

/** Several samples as one: a whole score, rounded half-up once, and a confidence of two decimals. */
export function combine(samples: Sample[], rules: Combination): { score: number; confidence: number } {
  const scores = samples.map(({ score }) => score)
  return {
    score: Math.floor(centre(scores, rules.combination) + 0.5),
    confidence: Math.round(confidenceOf(samples, rules.confidence) * 100) / 100,
  }
}

/** Percent-weighted mean of criteria of 0 to 5, as 0 to 100. */
export const weighCriteria = (criteria: Record<string, number>, weights: Record<string, number>): number =>
  sum(Object.entries(weights).map(([name, weight]) => weight * (criteria[name] ?? 0))) / 5

function centre(scores: number[], { trimmedShare, medianAboveSpread }: Combination['combination']): number {
  const sorted = scores.toSorted((a, b) => a - b)
  const spread = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0)
  const cut = spread > medianAboveSpread ? Math.ceil(sorted.length / 2) - 1 : Math.floor(sorted.length * trimmedShare)
  return mean(sorted.slice(cut, sorted.length - cut))
}

function confidenceOf(samples: Sample[], rules: Combination['confidence']): number {
  const own = mean(samples.map((sample) => lowered(sample, rules)))
  const most =
    samples.length === 1
      ? rules.singleSampleMost
      : 1 - deviation(samples.map(({ score }) => score)) / rules.zeroAtDeviation
  return Math.max(0, Math.min(own, most))
}

function lowered(sample: Sample, { criteriaGap, suspicious }: Combination['confidence']): number {
  const isApart = Math.abs(sample.criteriaScore - sample.ownScore) > criteriaGap.above
  return sample.confidence * (isApart ? criteriaGap.factor : 1) * (sample.isSuspicious ? suspicious.factor : 1)
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]): number => sum(values) / values.length

/** Of a sample: divided by n − 1. */
function deviation(values: number[]): number {
  const middle = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1))
}
