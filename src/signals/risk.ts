import { signalLooks } from '../../contract/signals/looks.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { type FactRules, onFacts, replayFacts, withTimes } from './fact-rules.ts'
import * as legacy from './facts.ts'
import type { Facts } from './gather-facts.ts'
import { getRuleId } from './judge/prompts.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import * as risk100 from './rules/risk-1.0.0.ts'
import * as risk120 from './rules/risk-1.2.0.ts'

export const riskRuleSets: Record<string, FactRules<Facts>> = {
  [risk100.riskRules]: {
    score: (facts, writer) => risk100.scoreRisk(legacy.toLegacyFacts(facts, writer)),
    replay: (stored) => risk100.scoreRisk(stored as legacy.Facts),
  },
  [risk120.riskRules]: onFacts<risk120.RiskInputs>({
    id: risk120.riskRules,
    score: risk120.scoreRisk,
    pick: ({ at, source, lists, token, otherNames, platform }) => ({
      at,
      source,
      lists,
      token,
      otherNames,
      ...(platform && { platform }),
    }),
    setting: 'TOKEN_RISK_URL',
  }),
}

export const riskSignal: SignalDefinition = {
  name: 'risk',
  look: signalLooks.risk,
  provider: 'tokenRisk',
  measure: async (deps, { submission, prompt, facts }) => {
    const known = await facts
    const { tokenRisk } = sourcesOf(deps, submission.chainId)
    const rules = findRuleSet(riskRuleSets, getRuleId(prompt.rules, 'risk'))
    return withoutSamples(withTimes(rules.score(known, tokenRisk && tokenRisk.legacy), known.fetchedAt))
  },
  replay: (stored) => replayFacts(findRuleSet(riskRuleSets, getRuleId(stored.prompt.rules, 'risk')), stored),
}
