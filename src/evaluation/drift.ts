import { getBand } from './attack-outcome.ts'
import { mean } from './statistics.ts'

/** The scores by anchor id. An anchor without an answer is missing. */
type AnchorScores = Record<string, number>

export interface AnchorState {
  scores: AnchorScores
  resolvedModel: string | null
}

interface Drift {
  mean: number
  shift: number
  bandFlips: number
  isOtherModel: boolean
}

/** Compares with the first run of the series, by the anchors that both have. */
export function measureDrift(now: AnchorState, series: { first: AnchorState; last: AnchorState } | undefined): Drift {
  const own = round(mean(Object.values(now.scores)))
  if (!series) return { mean: own, shift: 0, bandFlips: 0, isOtherModel: false }
  const { first, last } = series
  const shared = Object.entries(now.scores).flatMap(([id, score]) => {
    const before = first.scores[id]
    return before === undefined ? [] : [{ score, before }]
  })
  return {
    mean: own,
    shift: shared.length === 0 ? 0 : round(mean(shared.map(({ score, before }) => score - before))),
    bandFlips: shared.filter(({ score, before }) => getBand(score) !== getBand(before)).length,
    isOtherModel: last.resolvedModel !== null && now.resolvedModel !== null && now.resolvedModel !== last.resolvedModel,
  }
}

/** A larger shift of the mean, in points, is drift. */
export const maxShift = 3

export const hasDrifted = ({ shift, bandFlips, isOtherModel }: Drift): boolean =>
  Math.abs(shift) > maxShift || bandFlips > 0 || isOtherModel

const round = (value: number): number => Math.round(value * 100) / 100
