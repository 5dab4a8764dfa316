import { Type } from 'typebox'
import { signalLooks } from '../../contract/signals/looks.ts'
import { checkValue } from '../platform/check-value.ts'
import { type SignalDefinition, withoutEvidence, withoutSamples } from './definition.ts'
import { withTimes } from './fetched-facts.ts'
import { findSignalRules } from './rule-sets.ts'
import { toMeasured } from './rule-scores.ts'
import type { HandleRecord } from '../../contract/signals/schemas.ts'
import type { Submission } from './schemas.ts'

/** Scores the handle and how other creators use it, by rules. */
export const socialSignal: SignalDefinition = {
  name: 'social',
  look: signalLooks.social,
  provider: null,
  measure: async ({ clock }, { submission, prompt: { rules }, handleRecord }) => {
    const found = await handleRecord
    const scored = findSignalRules(rules).scoreSocial(toInputs(submission, found))
    return withoutSamples(withTimes(toMeasured(scored, rules.social, found), { standing: clock.now().toISOString() }))
  },
  replay: ({ submission, prompt, evidence }) => {
    if (!checkValue(StoredRecord, evidence)) return withoutEvidence
    const { mentions, claimedEarlier } = evidence
    const { score } = findSignalRules(prompt.rules).scoreSocial(toInputs(submission, { mentions, claimedEarlier }))
    return { score, confidence: null }
  },
}

const StoredRecord = Type.Object({ mentions: Type.Integer(), claimedEarlier: Type.Boolean() })

const toInputs = (
  { xHandle, name, symbol }: Pick<Submission, 'xHandle' | 'name' | 'symbol'>,
  record: HandleRecord,
) => ({ handle: xHandle, name, symbol, ...record })
