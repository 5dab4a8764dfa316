import type { FactScore } from './rules/fact-1.2.0.ts'
import * as name100 from './rules/name-1.0.0.ts'
import * as name120 from './rules/name-1.2.0.ts'
import type { RuleScore } from './rules/rule-score-1.0.0.ts'
import * as social110 from './rules/social-1.1.0.ts'
import * as social120 from './rules/social-1.2.0.ts'
import type { HandleRecord } from './schemas.ts'

export interface SocialFacts extends HandleRecord {
  /** null: the launch has none. */
  handle: string | null
  name: string
  symbol: string
}

/** Rules that need only a record, so that verifiers can run them. */
export const recordedRuleSets: {
  name: Record<string, (name: string) => RuleScore | FactScore>
  social: Record<string, (facts: SocialFacts) => RuleScore | FactScore>
} = {
  name: { [name100.nameRules]: name100.scoreName, [name120.nameRules]: name120.scoreName },
  social: {
    // These rules know no launch without a handle.
    [social110.socialRules]: (facts) => social110.scoreSocial({ ...facts, handle: facts.handle ?? '' }),
    [social120.socialRules]: social120.scoreSocial,
  },
}

/** For verifiers, which don't have `rules.json`. */
export const recordedRules: Record<string, { name: string; social: string } | undefined> = {
  'launch-score@1.1.0': { name: name100.nameRules, social: social110.socialRules },
  'launch-score@1.2.0': { name: name120.nameRules, social: social120.socialRules },
}
