import { aggregateX100 } from '../../scoring/aggregate.ts'
import { toBand } from '../../scoring/band.ts'
import type { ScoreResult } from '../../scoring/schemas.ts'
import { type SocialFacts, signalRuleSets } from '../../signals/rule-sets.ts'
import { type Check, failed, ok, skipped } from './check.ts'

type RuleSets<Input> = Record<string, (input: Input) => { score: number; reason: string }>

interface Recorded {
  score: ScoreResult
  weights: Record<string, number> | null
}

/** Recomputes what the record alone allows: the aggregate, the band, and the signals `name` and `social`. */
export const recompute = ({ score, weights }: Recorded): Check[] => [
  checkWeights({ score, weights }),
  ...checkSum(score),
  checkRule('name', score.signals.name, signalRuleSets.name, score.submission.name),
  checkRule('social', score.signals.social, signalRuleSets.social, toSocialFacts(score)),
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

/** Uses whole weights, as the original computation did. */
function checkSum({ explanation, signals, aggregate, band }: ScoreResult): Check[] {
  const parts = explanation.contributions.map((one) => ({ ...signals[one.signal], weight: toWeight(one) }))
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

/** Runs the rule set that is named at the end of the record's reason. */
function checkRule<Input>(
  name: string,
  { score, reason }: { score: number; reason: string },
  sets: RuleSets<Input>,
  input: Input,
): Check {
  const version = /\[([a-z]{1,20}-rules@[\d.]{5,20})\]$/.exec(reason)?.[1] ?? ''
  const compute = Object.hasOwn(sets, version) ? sets[version] : undefined
  if (!compute)
    return skipped(name, `the score used rules that this version does not have: it has ${Object.keys(sets).join(', ')}`)
  const own = compute(input)
  if (own.score === score && own.reason === reason) return ok(name, `${version} gives ${score}`)
  return failed(name, `${version} gives ${own.score} (${own.reason}), the record says ${score} (${reason})`)
}

/** Takes the counts of other creators from the reason: they come from the service and can't be recomputed. */
function toSocialFacts({ submission, signals }: ScoreResult): SocialFacts {
  const { xHandle: handle, name, symbol } = submission
  const { reason } = signals.social
  const mentions = Number(/named by (\d+) other (?:verified|established) creator/.exec(reason)?.[1] ?? 0)
  return { handle, name, symbol, mentions, claimedEarlier: /(^|; )claim: /.test(reason) }
}
