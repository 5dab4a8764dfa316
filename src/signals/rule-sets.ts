import { findRuleSet } from '../judge/find-rule-set.ts'
import type { LegacyWriter } from '../providers/token-risk.ts'
import * as legacy from './facts.ts'
import type { CreatorFacts, Facts } from './gather-facts.ts'
import * as creator110 from './rules/creator-1.1.0.ts'
import type { CreatorInputs } from './rules/creator-1.2.0.ts'
import * as creator120 from './rules/creator-1.2.0.ts'
import type { FactScore } from '../../contract/signals/rules/fact-1.2.0.ts'
import * as risk100 from './rules/risk-1.0.0.ts'
import type { RiskInputs } from './rules/risk-1.2.0.ts'
import * as risk120 from './rules/risk-1.2.0.ts'
import * as social110 from '../../contract/signals/rules/social-1.1.0.ts'
import * as social120 from '../../contract/signals/rules/social-1.2.0.ts'
import { createStub } from './stub.ts'
import { recordedRuleSets } from '../../contract/signals/recorded-rule-sets.ts'
import type { Measured } from './schemas.ts'
import { writeReason } from './write-reason.ts'

/** A rule set over gathered facts. */
interface FactRules<Given> {
  /** `writer` is the provider's, for rules that read facts as `launch-score@1.1.0` does. */
  score: (facts: Given, writer: LegacyWriter | null) => Measured
  /** Scores the facts of a record, which are as the rules were given them. */
  replay: (stored: unknown) => Measured
}

interface Rules<Inputs> {
  id: string
  score: (inputs: Inputs) => FactScore | null
  /** Of the gathered facts, what the rules read: it is kept with the score. */
  pick: (facts: Inputs) => Inputs
  /** The setting that is missing when no facts were gathered. */
  setting: string
}

/** Without facts, the signal is a stub. */
function onFacts<Inputs extends Pick<Facts, 'source'>>({ id, score, pick, setting }: Rules<Inputs>): FactRules<Inputs> {
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

const creatorOnLegacy = (score: (facts: legacy.CreatorFacts) => Measured): FactRules<CreatorFacts> => ({
  score: ({ otherDeployer, isSigned, ...facts }, writer) =>
    score({ ...legacy.toLegacyFacts(facts, writer), otherDeployer, isSigned }),
  replay: (stored) => score(stored as legacy.CreatorFacts),
})

const riskOnLegacy = (score: (facts: legacy.Facts) => Measured): FactRules<Facts> => ({
  score: (facts, writer) => score(legacy.toLegacyFacts(facts, writer)),
  replay: (stored) => score(stored as legacy.Facts),
})

/** Every rule set of the signals, by its id. A prompt version names its rule sets in its `rules.json`. */
const signalRuleSets: typeof recordedRuleSets & {
  creator: Record<string, FactRules<CreatorFacts>>
  risk: Record<string, FactRules<Facts>>
} = {
  ...recordedRuleSets,
  creator: {
    [creator110.creatorRules]: creatorOnLegacy(creator110.scoreCreator),
    [creator120.creatorRules]: onFacts<CreatorInputs>({
      id: creator120.creatorRules,
      score: creator120.scoreCreator,
      pick: ({ at, wallet, source, lists, otherDeployer, isSigned }) => ({
        at,
        wallet,
        source,
        lists,
        otherDeployer,
        isSigned,
      }),
      setting: 'CREATOR_DATA_URL',
    }),
  },
  risk: {
    [risk100.riskRules]: riskOnLegacy(risk100.scoreRisk),
    [risk120.riskRules]: onFacts<RiskInputs>({
      id: risk120.riskRules,
      score: risk120.scoreRisk,
      pick: ({ at, source, lists, token, otherNames }) => ({ at, source, lists, token, otherNames }),
      setting: 'TOKEN_RISK_URL',
    }),
  },
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
  creator: findRuleSet(signalRuleSets.creator, rules.creator),
  risk: findRuleSet(signalRuleSets.risk, rules.risk),
})
