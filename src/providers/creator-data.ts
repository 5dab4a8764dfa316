/** What the chain-data provider tells of a wallet, compact enough to keep. Addresses are lower-case, times Unix seconds. */
export interface WalletHistory {
  /** When the oldest transaction, in either direction, was mined; null: the wallet has none on this chain. */
  oldestAt: number | null
  /** Transactions the wallet has sent; null: the provider can't tell. */
  sentCount: number | null
  /** Contracts the wallet created, newest first. */
  deployed: { address: string; at: number; isToken: boolean }[]
  /** False when the history is longer than what was read: `deployed` is then a lower bound. */
  isComplete: boolean
}

export interface CreatorData {
  /** The history of a wallet (lower-case address). Throws `UpstreamError` ('creator'), or the signal's reason. */
  history: (address: string, signal: AbortSignal) => Promise<WalletHistory>
}
