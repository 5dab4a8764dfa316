import { canonicalJson } from '../canonical-json.ts'
import { type Check, failed, ok, skipped } from './check.ts'
import type { ScoreResult } from '../schemas/score.ts'
import { type SocialFacts, recordedRuleSets, recordedRules } from '../signals/recorded-rule-sets.ts'
import { marketFactCodes } from '../signals/market-facts.ts'
import type { FactScore } from '../signals/rules/fact-1.2.0.ts'
import type { RuleScore } from '../signals/rules/rule-score-1.0.0.ts'
import type { Fact, Reading } from '../signals/schemas.ts'
import { type Recorded, recomputeSum, recomputedSignals } from './recompute-sum.ts'

export const recompute = (recorded: Recorded): Check[] => [...recomputeSum(recorded), ...recomputeRules(recorded.score)]

function recomputeRules({ promptVersion, signals, submission }: ScoreResult): Check[] {
  const { name, social } = signals
  if (!name || !social) return []
  const rules = recordedRules[promptVersion]
  if (!rules) {
    const text = `the score used rules that this version does not have: it has those of ${Object.keys(recordedRules).join(', ')}`
    return recomputedSignals.map((signal) => skipped(signal, text))
  }
  const nameCheck = compare('name', { reading: name, rules: rules.name, own: scoreOf(rules.name, submission.name) })
  if (!social.facts)
    return [nameCheck, skipped('social', `a record of ${promptVersion} has no counts of other creators`)]
  const own = recordedRuleSets.social[rules.social]?.(toSocialFacts(submission, social.facts))
  return [nameCheck, compare('social', { reading: social, rules: rules.social, own })]
}

const scoreOf = (rules: string, name: string) => recordedRuleSets.name[rules]?.(name)

/** The counts of other creators come from the record, because they can't be recomputed. */
function toSocialFacts({ xHandle: handle, name, symbol }: ScoreResult['submission'], facts: Fact[]): SocialFacts {
  const mentions = Number(facts.find(({ code }) => code === 'mentions')?.values['creators'] ?? 0)
  return { handle, name, symbol, mentions, claimedEarlier: facts.some(({ code }) => code === 'claim') }
}

const listRecomputed = ({ facts = [] }: Reading): Fact[] => facts.filter(({ code }) => !marketFactCodes.has(code))

interface Compared {
  reading: Reading
  rules: string
  own: RuleScore | FactScore | undefined
}

function compare(name: string, { reading, rules, own }: Compared): Check {
  if (!own) return skipped(name, `this version does not have ${rules}`)
  const found = 'facts' in own ? canonicalJson(own.facts) : own.reason
  const stored = 'facts' in own ? canonicalJson(listRecomputed(reading)) : reading.reason
  if (own.score === reading.score && found === stored) return ok(name, `${rules} gives ${own.score}`)
  return failed(name, `${rules} gives ${own.score} (${found}), the record says ${reading.score} (${stored})`)
}
