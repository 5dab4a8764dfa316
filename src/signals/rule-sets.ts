import { findRuleSet } from '../judge/find-rule-set.ts'
import type { CreatorFacts, Facts } from './facts.ts'
import * as creator100 from './rules/creator-1.0.0.ts'
import * as creator110 from './rules/creator-1.1.0.ts'
import * as name100 from './rules/name-1.0.0.ts'
import * as risk100 from './rules/risk-1.0.0.ts'
import type { RuleScore } from './rules/rule-score-1.0.0.ts'
import * as social100 from './rules/social-1.0.0.ts'
import * as social110 from './rules/social-1.1.0.ts'
import type { Measured, Standing } from './schemas.ts'

/** The input of a social rule set. */
export interface SocialFacts extends Standing {
  handle: string
  name: string
  symbol: string
}

/** Every rule set of the signals, by its id. A prompt version names its rule sets in its `rules.json`. */
export const signalRuleSets: {
  name: Record<string, (name: string) => RuleScore>
  social: Record<string, (facts: SocialFacts) => RuleScore>
  creator: Record<string, (facts: CreatorFacts) => Measured>
  risk: Record<string, (facts: Facts) => Measured>
} = {
  name: { [name100.nameRules]: name100.scoreName },
  social: { [social100.socialRules]: social100.scoreSocial, [social110.socialRules]: social110.scoreSocial },
  creator: { [creator100.creatorRules]: creator100.scoreCreator, [creator110.creatorRules]: creator110.scoreCreator },
  risk: { [risk100.riskRules]: risk100.scoreRisk },
}

/** The creators whose mentions and claims a social rule set counts: all who signed, or established ones (D75). */
const countedCreators: Record<string, 'signed' | 'established'> = {
  [social100.socialRules]: 'signed',
  [social110.socialRules]: 'established',
}

export const findCountedCreators = ({ social }: { social: string }) => findRuleSet(countedCreators, social)

/** The rules of the signals that a prompt version names. */
export const findSignalRules = (rules: Record<keyof typeof signalRuleSets, string>) => ({
  scoreName: findRuleSet(signalRuleSets.name, rules.name),
  scoreSocial: findRuleSet(signalRuleSets.social, rules.social),
  scoreCreator: findRuleSet(signalRuleSets.creator, rules.creator),
  scoreRisk: findRuleSet(signalRuleSets.risk, rules.risk),
})
