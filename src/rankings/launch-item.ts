import { toChecksumAddress } from '../../contract/address.ts'
import type { LaunchItem } from '../../contract/schemas/ranking.ts'
import type { LaunchRow } from './launch-store.ts'

export const toLaunchItem = (row: LaunchRow): LaunchItem => ({
  enrollmentId: row.enrollmentId,
  scoreRequestId: row.scoreId,
  name: row.name,
  symbol: row.symbol,
  imageUrl: row.imageUrl,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  outcome: row.outcome,
  warnings: row.warnings,
  isCopy: row.isCopy,
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})
