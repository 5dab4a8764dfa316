import type { CreatorFacts } from '../gather-facts.ts'
import type { WalletFacts } from '../wallet-facts.ts'
import { type CreatorParts, creatorParts } from './creator-parts-1.2.0.ts'
import { evidenceFacts, recordFacts } from './deployer-1.2.0.ts'
import { type Fact, type FactScore, inform, scoreFacts } from '../../../contract/signals/rules/fact-1.2.0.ts'

/** The version of the creator rules; changing a number here bumps the prompt version. */
export const creatorRules = 'creator-rules@1.2.0'

/** What a wallet scores of which nothing is known. */
export const creatorStart = 0

/**
 * Scores the creator's wallet, 0–100: its age, activity and launches, and what is recorded against it. A submission can name
 * any wallet, so a wallet that nobody has signed with gives at most 50, whatever its past (D85, D104). null: the wallet's
 * history is not known.
 */
export function scoreCreator(inputs: CreatorInputs): FactScore | null {
  const { at, wallet, source, lists, otherDeployer, isSigned } = inputs
  if (!wallet) return null
  const parts = creatorParts(wallet, lists)
  const name = source?.name ?? ''
  const record = lists
    ? [
        ...recordFacts(lists, { source: name, at, points: { effect: parts.record, of: 30 } }),
        ...evidenceFacts(lists, { source: name }),
      ]
    : [{ code: 'lists_not_asked', effect: parts.record, values: { of: 30, cap: 60 } }]
  const named = isSigned ? [] : [inform('unsigned', { cap: 50 }), ...namedFacts(otherDeployer)]
  return scoreFacts(creatorStart, [...named, ...walletFacts(wallet, parts), inform('launches_unseen'), ...record])
}

export type CreatorInputs = Pick<CreatorFacts, 'at' | 'wallet' | 'source' | 'lists' | 'otherDeployer' | 'isSigned'>

const namedFacts = (otherDeployer: string | null): Fact[] =>
  otherDeployer === null ? [] : [inform('named_wallet', { wallet: otherDeployer, cap: 50 })]

function walletFacts(wallet: WalletFacts, parts: CreatorParts): Fact[] {
  const { unreadRows = 0 } = wallet
  return [
    ageFact(wallet, parts.age),
    activityFact(wallet, parts.activity),
    launchFact(wallet, parts.launches),
    ...(unreadRows === 0 ? [] : [inform('transactions_unread', { count: unreadRows })]),
  ]
}

function ageFact({ hasHistory, walletAgeDays }: WalletFacts, effect: number): Fact {
  if (!hasHistory) return { code: 'no_history', effect, values: { of: 30 } }
  if (walletAgeDays === null) return { code: 'wallet_age_unknown', effect, values: { of: 30 } }
  return { code: 'wallet_age', effect, values: { days: walletAgeDays, of: 30 } }
}

const activityFact = ({ transactionCount }: WalletFacts, effect: number): Fact =>
  transactionCount === null
    ? { code: 'transactions_unknown', effect, values: { of: 20 } }
    : { code: 'transactions', effect, values: { count: transactionCount, of: 20 } }

function launchFact(wallet: WalletFacts, effect: number): Fact {
  const { tokensLaunched: tokens, launchesLast7Days: recent, launchCountComplete: isComplete, unreadRows } = wallet
  if (tokens > 0)
    return { code: isComplete ? 'launches' : 'launches_at_least', effect, values: { tokens, recent, days: 7, of: 20 } }
  if (isComplete) return { code: 'no_launches', effect, values: { of: 20 } }
  return { code: unreadRows === undefined ? 'no_recent_launches' : 'no_read_launches', effect, values: { of: 20 } }
}
