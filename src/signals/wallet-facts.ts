import { dayMs } from '../../contract/time.ts'
import type { WalletHistory } from '../providers/creator-data/creator-data.ts'

export interface WalletFacts {
  /** null: unknown. 0 without a history. */
  walletAgeDays: number | null
  hasHistory: boolean
  /** Sent transactions; null: unknown. */
  transactionCount: number | null
  contractsDeployed: number
  /** Contracts that the wallet itself deployed, not those made by a launchpad. */
  tokensLaunched: number
  launchesLast7Days: number
  /** False: the counts above are lower bounds. */
  launchCountComplete: boolean
  newestToken: string | null
  /** Transactions that lacked something we read. */
  unreadRows?: number
}

const daySeconds = dayMs / 1000

export function walletFacts(history: WalletHistory, now: Date): WalletFacts {
  const seconds = now.getTime() / 1000
  const tokens = listTokens(history)
  return {
    walletAgeDays: history.isAgeUnknown
      ? null
      : Math.max(0, Math.floor((seconds - (history.oldestAt ?? seconds)) / daySeconds)),
    hasHistory: history.oldestAt !== null || history.isAgeUnknown === true,
    transactionCount: history.sentCount,
    contractsDeployed: history.deployed.length,
    tokensLaunched: tokens.length,
    launchesLast7Days: tokens.filter(({ at }) => at >= seconds - 7 * daySeconds).length,
    launchCountComplete: history.isComplete,
    newestToken: tokens[0]?.address ?? null,
    ...(history.unreadRows !== undefined && { unreadRows: history.unreadRows }),
  }
}

/** The tokens that the wallet launched, newest first. */
export const listTokens = ({ deployed }: WalletHistory) => deployed.filter(({ isToken }) => isToken)
