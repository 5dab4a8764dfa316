import type { Db, Tx } from '../../../database/db.ts'
import { isSameName } from '../../rules/fold-name.ts'
import { findNamePrefix } from '../../rules/venues-1.0.0.ts'
import { isInTime, maxAgeMs } from './age.ts'
import { type EligibleLaunch, listEarlierLaunches } from './eligible-store.ts'
import type { ProofResult } from '../prove-token.ts'
import type { BindingRow, BoundLaunch } from '../store.ts'

interface Claimed {
  binding: Pick<BindingRow, 'chainId' | 'token'>
  launch: Pick<BoundLaunch, 'creatorAddress' | 'scoredAt'>
  result: ProofResult
}

/**
 * The launch that a proven token belongs to when the claimed one is out of time: of the wallet's scores with the token's name, the
 * earliest enrolled, else the earliest. A score that is made after the token can't take it out of the record so.
 */
export async function findEligible(
  db: Db | Tx,
  { binding: { chainId, token }, launch, result }: Claimed,
): Promise<EligibleLaunch | null> {
  if (result.state !== 'proven') return null
  const { createdAt, venue } = result
  if (isInTime(launch.scoredAt, createdAt)) return null
  const times = { from: new Date(createdAt.getTime() - maxAgeMs), until: createdAt }
  const launches = await listEarlierLaunches(db, { wallet: launch.creatorAddress, chainId, token, ...times })
  return launches.find((one) => isSameName(one, result, findNamePrefix(chainId, venue))) ?? null
}
