import { signalLooks } from '../../contract/signals/looks.ts'
import { recordedRuleSets } from '../../contract/signals/recorded-rule-sets.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import { getRuleId } from './judge/prompts.ts'
import { namesakeFacts } from './rules/namesakes.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { toMeasured } from './rule-scores.ts'

export const nameSignal: SignalDefinition = {
  name: 'name',
  look: signalLooks.name,
  provider: null,
  measure: async (_deps, { submission, prompt: { rules }, namesakes }) => {
    const id = getRuleId(rules, 'name')
    const scored = findRuleSet(recordedRuleSets.name, id)(submission.name)
    if (!('facts' in scored)) return withoutSamples(toMeasured(scored, id))
    const found = await namesakes
    const facts = [...scored.facts, ...namesakeFacts(found)]
    return withoutSamples(toMeasured({ ...scored, facts }, id, found === null ? {} : { namesakes: found }))
  },
  replay: ({ submission, prompt: { rules } }) => {
    const { score } = findRuleSet(recordedRuleSets.name, getRuleId(rules, 'name'))(submission.name)
    return { score, confidence: null }
  },
}
