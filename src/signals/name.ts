import { signalLooks } from '../../contract/signals/looks.ts'
import { recordedRuleSets } from '../../contract/signals/recorded-rule-sets.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import { getRuleId } from './judge/prompts.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { toMeasured } from './rule-scores.ts'

export const nameSignal: SignalDefinition = {
  name: 'name',
  look: signalLooks.name,
  provider: null,
  measure: async (_deps, { submission, prompt: { rules } }) => {
    const score = findRuleSet(recordedRuleSets.name, getRuleId(rules, 'name'))
    return withoutSamples(toMeasured(score(submission.name), getRuleId(rules, 'name')))
  },
  replay: ({ submission, prompt: { rules } }) => {
    const { score } = findRuleSet(recordedRuleSets.name, getRuleId(rules, 'name'))(submission.name)
    return { score, confidence: null }
  },
}
