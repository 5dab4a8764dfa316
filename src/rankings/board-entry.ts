import { toChecksumAddress } from '../platform/address.ts'
import type { LeaderboardRow } from './leaderboard-store.ts'
import type { BoardEntry } from './schemas.ts'

/** A submission as leaderboards show it. */
export const toBoardEntry = (row: LeaderboardRow): BoardEntry => ({
  scoreId: row.scoreId,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  contractAddress: row.contractAddress && toChecksumAddress(row.contractAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  warnings: row.warnings,
  createdAt: row.createdAt.toISOString(),
})
