import { toChecksumAddress } from '../platform/address.ts'
import type { LaunchItem } from './schemas.ts'
import type { LaunchRow } from './store.ts'

/** An enrolled launch as lists show it (D33). */
export const launchItem = (row: LaunchRow): LaunchItem => ({
  enrollmentId: row.enrollmentId,
  scoreRequestId: row.scoreId,
  name: row.name,
  symbol: row.symbol,
  imageUrl: row.imageUrl,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  aggregate: row.aggregateX100 / 100,
  band: row.band,
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})
