import { findRuleSet } from '../judge/find-rule-set.ts'
import type { CreatorFacts, Facts } from './facts.ts'
import * as creator110 from './rules/creator-1.1.0.ts'
import * as creator120 from './rules/creator-1.2.0.ts'
import * as risk100 from './rules/risk-1.0.0.ts'
import * as risk120 from './rules/risk-1.2.0.ts'
import * as social110 from './rules/social-1.1.0.ts'
import * as social120 from './rules/social-1.2.0.ts'
import { recordedRuleSets } from './recorded-rule-sets.ts'
import type { Measured } from './schemas.ts'

/** Every rule set of the signals, by its id. A prompt version names its rule sets in its `rules.json`. */
const signalRuleSets: typeof recordedRuleSets & {
  creator: Record<string, (facts: CreatorFacts) => Measured>
  risk: Record<string, (facts: Facts) => Measured>
} = {
  ...recordedRuleSets,
  creator: {
    [creator110.creatorRules]: creator110.scoreCreator,
    [creator120.creatorRules]: creator120.scoreCreator,
  },
  risk: { [risk100.riskRules]: risk100.scoreRisk, [risk120.riskRules]: risk120.scoreRisk },
}

/**
 * The mentions and claims that a social rule set counts: those of established creators (D75), or of these the claims that hold
 * (D112).
 */
export type CountedClaims = 'established' | 'held'

const countedCreators: Record<string, CountedClaims> = {
  [social110.socialRules]: 'established',
  [social120.socialRules]: 'held',
}

export const findCountedCreators = ({ social }: { social: string }) => findRuleSet(countedCreators, social)

/** The rules of the signals that a prompt version names. */
export const findSignalRules = (rules: Record<keyof typeof signalRuleSets, string>) => ({
  scoreName: findRuleSet(signalRuleSets.name, rules.name),
  scoreSocial: findRuleSet(signalRuleSets.social, rules.social),
  scoreCreator: findRuleSet(signalRuleSets.creator, rules.creator),
  scoreRisk: findRuleSet(signalRuleSets.risk, rules.risk),
})
