import { aggregateX100 } from '../scoring/aggregate.ts'
import { bandOf } from '../scoring/band.ts'
import type { ScoreResult } from '../scoring/schemas.ts'
import { nameRules, scoreName } from '../signals/name.ts'
import { scoreSocial, socialRules } from '../signals/social.ts'
import { type Check, failed, ok, skipped } from './check.ts'

type RuleScore = ReturnType<typeof scoreName>

interface Recorded {
  score: ScoreResult
  weights: Record<string, number> | null
}

/** What anybody can compute again from the record alone: the sum, the band, and the two signals that are rules. */
export const recomputations = ({ score, weights }: Recorded): Check[] => [
  weightsCheck({ score, weights }),
  ...sumChecks(score),
  ruleCheck('name', score.signals.name, nameRules, () => scoreName(score.submission.name)),
  ruleCheck('social', score.signals.social, socialRules, () => socialOf(score)),
]

const weightOf = ({ weight }: { weight: number }) => Math.round(weight * 100)

function weightsCheck({ score, weights }: Recorded): Check {
  const { contributions } = score.explanation
  const used = contributions.map((one) => `${one.signal} ${weightOf(one)}`).join(', ')
  const sum = contributions.reduce((total, one) => total + weightOf(one), 0)
  if (sum !== 100) return failed('weights', `${used}: together ${sum}, not 100`)
  if (!weights) return skipped('weights', `${used}; ${score.promptVersion} is not known here`)
  const isReleased = contributions.every((one) => weights[one.signal] === weightOf(one))
  return isReleased
    ? ok('weights', `${used}: those of ${score.promptVersion}`)
    : failed('weights', `${used}: not those of ${score.promptVersion}`)
}

/** With whole weights, as they were added at first. */
function sumChecks({ explanation, signals, aggregate, band }: ScoreResult): Check[] {
  const parts = explanation.contributions.map((one) => ({ ...signals[one.signal], weight: weightOf(one) }))
  if (parts.every(({ stub }) => stub)) return [failed('aggregate', 'no signal is live')]
  const x100 = aggregateX100(parts)
  return [
    x100 === Math.round(aggregate * 100)
      ? ok('aggregate', `the signals and their weights make ${x100 / 100}`)
      : failed('aggregate', `the signals and their weights make ${x100 / 100}, the record says ${aggregate}`),
    bandOf(x100) === band
      ? ok('band', `${x100 / 100} is ${band}`)
      : failed('band', `${x100 / 100} is ${bandOf(x100)}, the record says ${band}`),
  ]
}

function ruleCheck(
  name: string,
  { score, reason }: { score: number; reason: string },
  version: string,
  compute: () => RuleScore,
): Check {
  if (!reason.endsWith(`[${version}]`)) return skipped(name, `measured by other rules than ${version}, which run here`)
  const own = compute()
  if (own.score === score && own.reason === reason) return ok(name, `${version} gives ${score}`)
  return failed(name, `${version} gives ${own.score} (${own.reason}), the record says ${score} (${reason})`)
}

/** The counts of other creators are the service's word, which stands in the reason: the rules over them are computed. */
function socialOf({ submission, signals }: ScoreResult): RuleScore {
  const { xHandle: handle, name, symbol } = submission
  const { reason } = signals.social
  const mentions = Number(/named by (\d+) other verified creator/.exec(reason)?.[1] ?? 0)
  return scoreSocial({ handle, name, symbol, mentions, claimedEarlier: /(^|; )claim: /.test(reason) })
}
