import type { CreatorHistory } from '../../contract/schemas/ranking.ts'
import { signalLooks } from '../../contract/signals/looks.ts'
import { readHistory } from '../creators/creator-history.ts'
import type { Deps } from '../deps.ts'
import { type SignalDefinition, withoutSamples } from './definition.ts'
import { type FactRules, onFacts, replayFacts, withTimes } from './fact-rules.ts'
import * as legacy from './facts.ts'
import type { CreatorFacts } from './gather-facts.ts'
import { getRuleId } from './judge/prompts.ts'
import { findRuleSet } from './judge/rule-sets.ts'
import { listTokens } from './wallet-facts.ts'
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
    const history = known.wallet && (await askLaunches(deps, submission.creatorAddress, signal))
    const rules = findRuleSet(creatorRuleSets, getRuleId(prompt.rules, 'creator'))
    const measured = rules.score({ ...known, isSigned, history }, deps.tokenRisk && deps.tokenRisk.legacy)
    return withoutSamples(withTimes(measured, known.fetchedAt))
  },
  replay: (stored) => replayFacts(findRuleSet(creatorRuleSets, getRuleId(stored.prompt.rules, 'creator')), stored),
}

/** A score adds at most so many calls to the market. */
const marketCalls = 2

/** The explorer's answer is the one that the facts were made of, from the cache. */
async function askLaunches(deps: Deps, wallet: string, signal: AbortSignal): Promise<CreatorHistory | null> {
  if (!deps.creatorData) return null
  const { chainId } = deps.config
  const tokens = listTokens(await deps.creatorData.history(wallet, signal))
  const deployed = tokens.map(({ address, at }) => ({ chainId, address, at }))
  return readHistory(deps, { wallet, deployed, calls: marketCalls }, signal)
}
