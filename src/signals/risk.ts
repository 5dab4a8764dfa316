import { signalLooks } from '../../contract/signals/looks.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { replayFacts, withTimes } from './fetched-facts.ts'
import { findSignalRules } from './rule-sets.ts'

/** Scores what the token's contract and its deployer can do to holders, by rules over the facts of the token-risk provider. */
export const riskSignal: SignalDefinition = {
  name: 'risk',
  look: signalLooks.risk,
  provider: 'tokenRisk',
  measure: async ({ tokenRisk }, { prompt, facts }) => {
    const known = await facts
    const { risk } = findSignalRules(prompt.rules)
    return withoutSamples(withTimes(risk.score(known, tokenRisk && tokenRisk.legacy), known.fetchedAt))
  },
  replay: (stored) => replayFacts(findSignalRules(stored.prompt.rules).risk, stored),
}
