import { signalLooks } from '../../contract/signals/looks.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { replayFacts, withTimes } from './fetched-facts.ts'
import { findSignalRules } from './rule-sets.ts'

/** Scores what the providers know about the creator's wallet and its earlier tokens, by rules. */
export const creatorSignal: SignalDefinition = {
  name: 'creator',
  look: signalLooks.creator,
  provider: 'creatorData',
  measure: async ({ tokenRisk }, { prompt, isSigned, facts }) => {
    const known = await facts
    const { creator } = findSignalRules(prompt.rules)
    const measured = creator.score({ ...known, isSigned }, tokenRisk && tokenRisk.legacy)
    return withoutSamples(withTimes(measured, known.fetchedAt))
  },
  replay: (stored) => replayFacts(findSignalRules(stored.prompt.rules).creator, stored),
}
