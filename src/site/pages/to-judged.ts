import type { Judged } from '../../../contract/score-place.ts'
import type { ShownSample } from '../../scoring/shown/shown-store.ts'

/** The judge's samples behind the signal's score; null when the judge took no part. */
export function toJudged(samples: ShownSample[], score: number): Judged | null {
  if (samples.length === 0) return null
  const scores = samples.map((sample) => sample.score)
  const distance = (sample: ShownSample) => Math.abs(sample.score - score)
  const nearest = samples.toSorted((a, b) => distance(a) - distance(b))[0]
  return {
    count: samples.length,
    lowest: Math.min(...scores),
    highest: Math.max(...scores),
    criteria: nearest && !nearest.gates?.includes('instruction') ? nearest.criteria : null,
  }
}
