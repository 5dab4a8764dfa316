import type { CreatorHistory } from '../../../contract/schemas/ranking.ts'
import type { CreatorFacts } from '../gather-facts.ts'
import type { WalletFacts } from '../wallet-facts.ts'
import { type CreatorParts, creatorParts } from './creator-parts-1.2.0.ts'
import { evidenceFacts, recordFacts } from './deployer-1.2.0.ts'
import { historyFacts, ownHistory } from './history-1.2.0.ts'
import { type Fact, type FactScore, inform, scoreFacts } from '../../../contract/signals/rules/fact-1.2.0.ts'

/** The version of the creator rules; changing a number here bumps the prompt version. */
export const creatorRules = 'creator-rules@1.2.0'

/** What a wallet scores of which nothing is known. */
export const creatorStart = 0

/**
 * Scores the creator's wallet, 0–100: its age, activity and launches, and what is recorded against it. A submission can name
 * any wallet, so a wallet that nobody has signed with gives at most 50, whatever its past (D85, D104). Launches through
 * launchpads count beside those of the wallet's own, with what became of them (D98). null: the wallet's history is not known.
 */
export function scoreCreator(inputs: CreatorInputs): FactScore | null {
  const { at, wallet, source, lists, otherDeployer, isSigned, history } = inputs
  if (!wallet) return null
  const own = ownHistory(history)
  const parts = creatorParts(wallet, lists, own)
  const name = source?.name ?? ''
  const record = lists
    ? [
        ...recordFacts(lists, { source: name, at, points: { effect: parts.record, of: 30 } }),
        ...evidenceFacts(lists, { source: name }),
      ]
    : [{ code: 'lists_not_asked', effect: parts.record, values: { of: 30, cap: 60 } }]
  const named = isSigned ? [] : [inform('unsigned', { cap: 50 }), ...namedFacts(otherDeployer)]
  return scoreFacts(creatorStart, [
    ...named,
    ...walletFacts(wallet, parts, own),
    ...historyFacts(history, at),
    ...record,
  ])
}

export type CreatorInputs = Pick<
  CreatorFacts,
  'at' | 'wallet' | 'source' | 'lists' | 'otherDeployer' | 'isSigned' | 'history'
>

const namedFacts = (otherDeployer: string | null): Fact[] =>
  otherDeployer === null ? [] : [inform('named_wallet', { wallet: otherDeployer, cap: 50 })]

function walletFacts(wallet: WalletFacts, parts: CreatorParts, history: CreatorHistory | null): Fact[] {
  const { unreadRows = 0 } = wallet
  return [
    ageFact(wallet, parts.age),
    activityFact(wallet, parts.activity),
    ...launchFacts(wallet, parts.launches, history),
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

function launchFacts(wallet: WalletFacts, effect: number, history: CreatorHistory | null): Fact[] {
  const { launchCountComplete: isComplete, unreadRows } = wallet
  const tokens = history?.launched.all ?? wallet.tokensLaunched
  if (tokens > 0) {
    const recent = history?.launched.last7Days ?? wallet.launchesLast7Days
    const values = { tokens, recent, days: 7, of: 20 }
    const code = isComplete ? 'launches' : 'launches_at_least'
    return [{ code, effect, values }, ...(history ? launchpadFacts(history) : [])]
  }
  if (isComplete) return [{ code: 'no_launches', effect, values: { of: 20 } }]
  const code = unreadRows === undefined ? 'no_recent_launches' : 'no_read_launches'
  return [{ code, effect, values: { of: 20 } }]
}

/** Nothing where the wallet deployed all tokens itself. */
const launchpadFacts = ({ launched, launchpads }: CreatorHistory): Fact[] =>
  launchpads.every(({ name }) => name === null)
    ? []
    : [
        inform('launches_through', {
          month: launched.last30Days,
          launchpads: launchpads.map(({ name, launched: count }) => `${name ?? 'self'}: ${count}`),
        }),
      ]
