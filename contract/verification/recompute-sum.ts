import { aggregateX100 } from '../aggregate.ts'
import { listSignals } from '../signals/looks.ts'
import { toBand } from '../bands.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { type Check, failed, ok, skipped } from './check.ts'

export interface Recorded {
  score: ScoreResult
  weights: Record<string, number> | null
}

/** Signals that can be recomputed from a record alone. */
export const recomputedSignals = ['name', 'social']

/** Recomputes the aggregate and the band from the signals and their weights. */
export const recomputeSum = ({ score, weights }: Recorded): Check[] => [
  checkWeights({ score, weights }),
  ...checkSum(score),
]

const toWeight = ({ weight }: { weight: number }) => Math.round(weight * 100)

function checkWeights({ score, weights }: Recorded): Check {
  const { contributions } = score.explanation
  const used = contributions.map((one) => `${one.signal} ${toWeight(one)}`).join(', ')
  const sum = contributions.reduce((total, one) => total + toWeight(one), 0)
  if (sum !== 100) return failed('weights', `${used}: together ${sum}, not 100`)
  if (!weights) return skipped('weights', `${used}; ${score.promptVersion} is unknown to this version`)
  const isReleased = contributions.every((one) => weights[one.signal] === toWeight(one))
  return isReleased
    ? ok('weights', `${used}: as in ${score.promptVersion}`)
    : failed('weights', `${used}: not as in ${score.promptVersion}`)
}

/** Whole weights, as in the original computation. */
function checkSum({ explanation, signals, aggregate, band }: ScoreResult): Check[] {
  const parts = listSignals({ explanation, signals }).map(({ part, reading }) => ({
    ...reading,
    weight: toWeight(part),
  }))
  if (parts.every(({ stub }) => stub)) return [failed('aggregate', 'no signal is live')]
  const x100 = aggregateX100(parts)
  return [
    x100 === Math.round(aggregate * 100)
      ? ok('aggregate', `the signals and their weights give ${x100 / 100}`)
      : failed('aggregate', `the signals and their weights give ${x100 / 100}, the record says ${aggregate}`),
    toBand(x100) === band
      ? ok('band', `${x100 / 100} is ${band}`)
      : failed('band', `${x100 / 100} is ${toBand(x100)}, the record says ${band}`),
  ]
}
