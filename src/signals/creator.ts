import { signalLooks } from '../../contract/signals/looks.ts'
import { readHistory } from '../creators/creator-history.ts'
import { sourcesOf } from '../providers/chain-sources.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { type FactRules, onFacts, replayFacts, withTimes } from './fact-rules.ts'
import * as legacy from './facts.ts'
import type { CreatorFacts } from './gather-facts.ts'
import { getRuleId } from './judge/prompts.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import * as creator110 from './rules/creator-1.1.0.ts'
import * as creator120 from './rules/creator-1.2.0.ts'

export const creatorRuleSets: Record<string, FactRules<CreatorFacts>> = {
  [creator110.creatorRules]: {
    score: ({ otherDeployer, isSigned, ...facts }, writer) =>
      creator110.scoreCreator({ ...legacy.toLegacyFacts(facts, writer), otherDeployer, isSigned }),
    replay: (stored) => creator110.scoreCreator(stored as legacy.CreatorFacts),
  },
  [creator120.creatorRules]: onFacts<creator120.CreatorInputs>({
    id: creator120.creatorRules,
    score: creator120.scoreCreator,
    pick: ({ at, wallet, source, lists, otherDeployer, isSigned, history = null }) => ({
      at,
      wallet,
      source,
      lists,
      otherDeployer,
      isSigned,
      history,
    }),
    setting: 'CREATOR_DATA_URL',
  }),
}

export const creatorSignal: SignalDefinition = {
  name: 'creator',
  look: signalLooks.creator,
  provider: 'creatorData',
  measure: async (deps, { submission, prompt, isSigned, facts }, signal) => {
    const known = await facts
    const { chainId, tokenRisk } = sourcesOf(deps, submission.chainId)
    const deployed = known.deployedTokens.map(({ address, at }) => ({ chainId, address, at }))
    const asked = { wallet: submission.creatorAddress, deployed, calls: marketCalls }
    const history = known.wallet && (await readHistory(deps, asked, signal))
    const rules = findRuleSet(creatorRuleSets, getRuleId(prompt.rules, 'creator'))
    const measured = rules.score({ ...known, isSigned, history }, tokenRisk && tokenRisk.legacy)
    return withoutSamples(withTimes(measured, known.fetchedAt))
  },
  replay: (stored) => replayFacts(findRuleSet(creatorRuleSets, getRuleId(stored.prompt.rules, 'creator')), stored),
}

/** The maximum number of market calls for one score. */
const marketCalls = 2
