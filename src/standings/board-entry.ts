import { toChecksumAddress } from '../platform/address.ts'
import type { BoardRow } from './board-store.ts'
import type { BoardEntry } from './schemas.ts'

/** A submission as leaderboards show it (D32). */
export const boardEntry = (row: BoardRow): BoardEntry => ({
  scoreId: row.scoreId,
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  contractAddress: row.contractAddress && toChecksumAddress(row.contractAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  createdAt: row.createdAt.toISOString(),
})
