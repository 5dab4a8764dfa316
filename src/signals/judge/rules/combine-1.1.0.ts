import type { Combination } from '../prompts.ts'
import { type Sample, combine as combineScores, weighCriteria } from './combine-1.0.0.ts'

/** The version of the rules that combine samples to one verdict with its spread; changing it bumps the prompt version. */
export const combineRules = 'combine-rules@1.1.0'

export { weighCriteria }

/** The interval in which nine of ten means of as many samples of the same content lie. */
export interface Spread {
  lowest: number
  highest: number
}

/** One sample after the gates. */
interface GatedSample extends Sample {
  /** The highest score that the content can get, whatever the judge says; 100 by default. */
  most?: number
}

interface Combined {
  score: number
  confidence: number
  spread: Spread
}

/** Combines samples as combine-rules@1.0.0 do. Fewer samples than were asked for lower the confidence. */
export function combine(samples: GatedSample[], rules: Combination, isCutShort = false): Combined {
  const { score, confidence } = combineScores(samples, rules)
  const factor = isCutShort ? (rules.confidence.cutShort?.factor ?? 1) : 1
  return {
    score,
    confidence: Math.round(confidence * factor * 100) / 100,
    spread: toSpread(score, errorOf(samples, rules), Math.max(...samples.map(({ most = 100 }) => most))),
  }
}

/**
 * The standard error of the mean, times the factor of the interval. Few samples tell little of their own deviation, so it is
 * pooled with the one that judges usually have, which counts as `weight` further samples.
 */
function errorOf(samples: Sample[], { spread }: Combination): number {
  if (!spread) throw new Error('a prompt version with combine-rules@1.1.0 must name its spread')
  const scores = samples.map(({ score }) => score)
  const mean = sum(scores) / scores.length
  const squares = sum(scores.map((score) => (score - mean) ** 2))
  const variance = (spread.weight * spread.deviation ** 2 + squares) / (spread.weight + scores.length - 1)
  return spread.factor * Math.sqrt(variance / scores.length)
}

const toSpread = (score: number, error: number, most: number): Spread => ({
  lowest: toTenth(Math.max(0, score - error)),
  highest: toTenth(Math.min(most, score + error)),
})

const toTenth = (value: number): number => Math.round(value * 10) / 10
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
