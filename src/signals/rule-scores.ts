import type { FactScore } from '../../contract/signals/rules/fact-1.2.0.ts'
import type { RuleScore } from '../../contract/signals/rules/rule-score-1.0.0.ts'
import type { Measured } from './schemas.ts'
import { writeReason } from './write-reason.ts'

/** `inputs` that the record doesn't hold are stored, so that a later check gets the same number. */
export function toMeasured(scored: RuleScore | FactScore, rules: string, inputs: object = {}): Measured {
  const common = { score: scored.score, stub: false, confidence: null }
  if ('reason' in scored)
    return { reading: { ...common, reason: scored.reason }, evidence: { rules: scored.rules, ...inputs } }
  const { facts } = scored
  return { reading: { ...common, reason: writeReason(facts, rules), facts }, evidence: inputs }
}
