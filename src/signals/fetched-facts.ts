import { Type } from 'typebox'
import { checkValue } from '../platform/check-value.ts'
import { type ReplayedSignal, type StoredSignal, withoutEvidence } from './definition.ts'
import type { Measured } from './schemas.ts'

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
