import type { Tx } from '../../database/db.ts'
import { markBound } from '../../scoring/identity/mark-bound.ts'
import { insertWatch } from '../observing/store.ts'
import type { ProofResult } from './prove-token.ts'
import { insertProofs } from './proof-store.ts'
import { type BindingRow, type BoundLaunch, type Excluded, findRival, updateDecided } from './store.ts'

const DAY_MS = 86_400_000
/** Between the score and the token at most. */
const MAX_AGE_MS = 180 * DAY_MS

export interface Decision {
  binding: Pick<BindingRow, 'id' | 'submissionId' | 'chainId' | 'token' | 'origin'>
  launch: Pick<BoundLaunch, 'scoredAt' | 'attestedAt' | 'enrollmentId'>
  result: Exclude<ProofResult, { state: 'pending' }>
  now: Date
}

/**
 * Stores the chain's answer to a pending binding, whose rivals are locked. A binding that another proven one of the same token
 * or launch shuts out stays without a proof of its own.
 */
export async function decideBinding(tx: Tx, { binding, launch, result, now }: Decision): Promise<void> {
  const { createdAt, proofs } = result
  const isProven = result.state === 'proven' && (await findRival(tx, binding)) === null
  const isAnchored = isProven && launch.attestedAt !== null && launch.attestedAt < createdAt
  const excluded = isProven
    ? (findExclusion(launch.scoredAt, createdAt) ?? findUnsigned(binding, launch, proofs))
    : null
  await updateDecided(tx, binding.id, {
    state: isProven ? 'proven' : 'unproven',
    excluded,
    isAnchored,
    creation: result,
  })
  await insertProofs(
    tx,
    binding.id,
    proofs.map((proof) => ({ ...proof, shownAt: now })),
  )
  if (!isProven) return
  await insertWatch(tx, binding.id, now)
  await markBound(tx, { submissionId: binding.submissionId, token: binding.token })
}

function findExclusion(scoredAt: Date, createdAt: Date): Excluded | null {
  if (scoredAt >= createdAt) return 'scored_after_creation'
  return createdAt.getTime() - scoredAt.getTime() > MAX_AGE_MS ? 'too_old' : null
}

/** Anyone can name anyone: a wallet that a launchpad names is charged with the token only once it has signed something. */
function findUnsigned(
  { origin }: Decision['binding'],
  { enrollmentId }: Decision['launch'],
  proofs: Decision['result']['proofs'],
): Excluded | null {
  if (origin === 'signed' || enrollmentId !== null) return null
  return proofs.some(({ kind }) => kind !== 'named' && kind !== 'rights') ? null : 'named_unsigned'
}
