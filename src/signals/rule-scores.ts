import { type FactScore, inform } from '../../contract/signals/rules/fact-1.2.0.ts'
import type { RuleScore } from '../../contract/signals/rules/rule-score-1.0.0.ts'
import type { Reading } from '../../contract/signals/schemas.ts'
import { stubSignal } from './rules/stub-signal-1.0.0.ts'
import type { Measured } from './schemas.ts'
import { writeFact, writeReason } from './write-reason.ts'

/** `inputs` that the record doesn't hold are stored, so that a later check gets the same number. */
export function toMeasured(scored: RuleScore | FactScore, rules: string, inputs: object = {}): Measured {
  const common = { score: scored.score, stub: false, confidence: null }
  if ('reason' in scored)
    return { reading: { ...common, reason: scored.reason }, evidence: { rules: scored.rules, ...inputs } }
  const { facts } = scored
  return { reading: { ...common, reason: writeReason(facts, rules), facts }, evidence: inputs }
}

/** `setting` is not set (D16). Readings have facts from `launch-score@1.2.0` on. */
export function createStub(setting: string, { hasFacts }: { hasFacts: boolean }): Measured {
  const fact = inform('not_configured', { setting })
  const { reading, evidence } = stubSignal(writeFact(fact))
  return { reading: { ...reading, ...(hasFacts && { facts: [fact] }) }, evidence }
}

export function toTestStub(stub: Reading): Reading {
  const fact = inform('test_key')
  return { ...stub, reason: writeFact(fact), ...(stub.facts && { facts: [fact] }) }
}
