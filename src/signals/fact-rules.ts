import { Type } from 'typebox'
import type { FactScore } from '../../contract/signals/rules/fact-1.2.0.ts'
import { checkValue } from '../platform/values.ts'
import type { LegacyWriter } from '../providers/token-risk.ts'
import { type ReplayedSignal, type StoredSignal, withoutEvidence } from './definition.ts'
import type { Facts } from './gather-facts.ts'
import { createStub } from './rule-scores.ts'
import type { Measured } from './schemas.ts'
import { writeReason } from './write-reason.ts'

export interface FactRules<Facts> {
  /** `writer` is for rules that read facts as `launch-score@1.1.0` does. */
  score: (facts: Facts, writer: LegacyWriter | null) => Measured
  /** Scores the facts of a stored record. */
  replay: (stored: unknown) => Measured
}

interface Rules<Inputs> {
  id: string
  score: (inputs: Inputs) => FactScore | null
  /** Picks the facts that the rules read, which are stored with the score. */
  pick: (facts: Inputs) => Inputs
  /** The missing setting when there are no facts. */
  setting: string
}

/** Without facts, the signal is a stub. */
export function onFacts<Inputs extends Pick<Facts, 'source'>>(rules: Rules<Inputs>): FactRules<Inputs> {
  const { id, score, pick, setting } = rules
  const measure = (given: Inputs): Measured => {
    const inputs = pick(given)
    const scored = score(inputs)
    if (!scored) return createStub(setting, { hasFacts: true })
    const { facts } = scored
    const credit = inputs.source?.credit
    const reading = { score: scored.score, reason: writeReason(facts, id), facts, stub: false, confidence: null }
    return { reading: { ...reading, ...(credit && { attribution: credit }) }, evidence: { rules: id, facts: inputs } }
  }
  return { score: measure, replay: (stored) => measure(stored as Inputs) }
}

/** Records when the facts were fetched (D73). */
export const withTimes = ({ evidence, ...measured }: Measured, fetchedAt: object): Measured =>
  measured.reading.stub ? { evidence, ...measured } : { ...measured, evidence: { ...(evidence as object), fetchedAt } }

const WithFacts = Type.Object({ facts: Type.Object({ at: Type.String() }) })

export function replayFacts(
  rules: { replay: (facts: unknown) => Measured },
  { evidence }: StoredSignal,
): ReplayedSignal {
  if (!checkValue(WithFacts, evidence)) return withoutEvidence
  const { score } = rules.replay(evidence.facts).reading
  return { score, confidence: null }
}
