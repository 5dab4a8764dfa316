import { Type } from 'typebox'
import { signalLooks } from '../../contract/signals/looks.ts'
import { recordedRuleSets } from '../../contract/signals/recorded-rule-sets.ts'
import * as social110 from '../../contract/signals/rules/social-1.1.0.ts'
import * as social120 from '../../contract/signals/rules/social-1.2.0.ts'
import type { HandleRecord } from '../../contract/signals/schemas.ts'
import { checkValue } from '../platform/values.ts'
import { type SignalDefinition, withoutEvidence, withoutSamples } from './definition.ts'
import { withTimes } from './fact-rules.ts'
import { getRuleId, type RuleIds } from './judge/prompts.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import { toMeasured } from './rule-scores.ts'
import type { Submission } from './schemas.ts'

export const socialSignal: SignalDefinition = {
  name: 'social',
  look: signalLooks.social,
  provider: null,
  measure: async ({ clock }, { submission, prompt: { rules }, handleRecord }) => {
    const found = await handleRecord
    const id = getRuleId(rules, 'social')
    const scored = findRuleSet(recordedRuleSets.social, id)(toInputs(submission, found))
    return withoutSamples(withTimes(toMeasured(scored, id, found), { standing: clock.now().toISOString() }))
  },
  replay: ({ submission, prompt, evidence }) => {
    if (!checkValue(StoredRecord, evidence)) return withoutEvidence
    const { mentions, claimedEarlier } = evidence
    const { score } = findRuleSet(
      recordedRuleSets.social,
      getRuleId(prompt.rules, 'social'),
    )(toInputs(submission, { mentions, claimedEarlier }))
    return { score, confidence: null }
  },
}

const StoredRecord = Type.Object({ mentions: Type.Integer(), claimedEarlier: Type.Boolean() })

const toInputs = (
  { xHandle, name, symbol }: Pick<Submission, 'xHandle' | 'name' | 'symbol'>,
  record: HandleRecord,
) => ({ handle: xHandle, name, symbol, ...record })

/** All claims of established creators (D75), or those that hold (D112). */
export type CountedClaims = 'established' | 'held'

const countedCreators: Record<string, CountedClaims> = {
  [social110.socialRules]: 'established',
  [social120.socialRules]: 'held',
}

export const findCountedCreators = (rules: RuleIds): CountedClaims =>
  findRuleSet(countedCreators, getRuleId(rules, 'social'))

/** Lower case, without @; at most 20. */
export function mentionedHandles(description: string): string[] {
  const handles = new Set<string>()
  for (const [, handle = ''] of description.matchAll(mention)) {
    handles.add(handle.toLowerCase())
    if (handles.size === 20) break
  }
  return [...handles]
}

// Excludes e-mail addresses, URL paths and longer words (before the @), and addresses of other networks (a second @).
const mention = /(?<![\p{L}\p{M}\p{N}_@＠/+~#$%&*!-])@([A-Za-z0-9_]{1,15})(?![\p{L}\p{M}\p{N}_@＠])/gu
