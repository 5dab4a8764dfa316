import type { ScoreResult } from '../../scoring/schemas.ts'
import { type SocialFacts, recordedRuleSets } from '../../signals/recorded-rule-sets.ts'
import { type Check, failed, ok, skipped } from '../../../contract/verification/check.ts'
import { type Recorded, recomputeSum } from './recompute-sum.ts'

type RuleSets<Input> = Record<string, (input: Input) => { score: number; reason: string }>

/** Recomputes what the record alone allows: the aggregate, the band, and the signals `name` and `social`. */
export const recompute = (recorded: Recorded): Check[] => [...recomputeSum(recorded), ...recomputeRules(recorded.score)]

const recomputeRules = (score: ScoreResult): Check[] => [
  checkRule('name', score.signals.name, recordedRuleSets.name, score.submission.name),
  checkRule('social', score.signals.social, recordedRuleSets.social, toSocialFacts(score)),
]

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
