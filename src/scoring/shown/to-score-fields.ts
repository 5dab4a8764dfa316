import { toChecksumAddress } from '../../../contract/address.ts'
import type { Band } from '../../../contract/bands.ts'

interface ScoreFieldsRow {
  name: string
  symbol: string
  creatorAddress: string
  contractAddress: string | null
  aggregateX100: number
  band: Band
  createdAt: Date
}

export const toScoreFields = (row: ScoreFieldsRow) => ({
  name: row.name,
  symbol: row.symbol,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  contractAddress: row.contractAddress && toChecksumAddress(row.contractAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  createdAt: row.createdAt.toISOString(),
})
