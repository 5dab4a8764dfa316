import { signalLooks } from '../../contract/signals/looks.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { findSignalRules } from './rule-sets.ts'
import { toMeasured } from './rule-scores.ts'

/** Scores the name, by rules. */
export const nameSignal: SignalDefinition = {
  name: 'name',
  look: signalLooks.name,
  provider: null,
  measure: async (_deps, { submission, prompt: { rules } }) =>
    withoutSamples(toMeasured(findSignalRules(rules).scoreName(submission.name), rules.name)),
  replay: ({ submission, prompt }) => {
    const { score } = findSignalRules(prompt.rules).scoreName(submission.name)
    return { score, confidence: null }
  },
}
