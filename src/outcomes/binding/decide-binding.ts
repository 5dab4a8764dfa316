import type { Tx } from '../../database/db.ts'
import { markBound } from '../../scoring/identity/mark-bound.ts'
import { insertWatch } from '../observing/store.ts'
import { isSameName } from '../rules/fold-name.ts'
import { findNamePrefix } from '../rules/venues-1.0.0.ts'
import { isInTime } from './eligible/age.ts'
import type { ProofResult } from './prove-token.ts'
import { insertProofs } from './proof-store.ts'
import { findRival } from './rival-store.ts'
import { isDenied } from './denial-store.ts'
import { type BindingRow, type BoundLaunch, type Excluded, updateDecided } from './store.ts'

export interface Decision {
  binding: Pick<BindingRow, 'id' | 'submissionId' | 'chainId' | 'token' | 'origin'>
  launch: Pick<BoundLaunch, 'creatorAddress' | 'name' | 'symbol' | 'scoredAt' | 'attestedAt' | 'enrolledAt'>
  result: Exclude<ProofResult, { state: 'pending' | 'absent' }>
  now: Date
}

/**
 * Stores the chain's answer to a pending binding, whose rivals are locked. A binding that another proven one of the same token
 * or launch excludes stays unproven, and so does one that only names the wallet: it takes nobody's place.
 */
export async function decideBinding(tx: Tx, decision: Decision): Promise<void> {
  const { binding, launch, result, now } = decision
  const { createdAt } = result
  const isNamedUnsigned = result.state === 'proven' && !hasConsent(decision)
  const isProven =
    result.state === 'proven' &&
    !isNamedUnsigned &&
    (await findRival(tx, binding)) === null &&
    !(await isDenied(tx, { ...binding, creatorAddress: launch.creatorAddress }))
  const isAnchored = isProven && launch.attestedAt !== null && launch.attestedAt < createdAt
  await insertProofs(
    tx,
    binding.id,
    result.proofs.map((proof) => ({ ...proof, shownAt: now })),
  )
  await updateDecided(tx, binding.id, {
    state: isProven ? 'proven' : 'unproven',
    excluded: isProven ? (findExclusion(launch.scoredAt, result) ?? findRenamed(decision)) : named(isNamedUnsigned),
    isNamedUnsigned,
    isAnchored,
    creation: result,
  })
  if (!isProven) return
  await insertWatch(tx, binding.id, now)
  await markBound(tx, { submissionId: binding.submissionId, token: binding.token })
}

const named = (isNamedUnsigned: boolean): Excluded | null => (isNamedUnsigned ? 'named_unsigned' : null)

function findExclusion(scoredAt: Date, { createdAt, isScoredWithCode }: Decision['result']): Excluded | null {
  if (scoredAt >= createdAt || isScoredWithCode) return 'scored_after_creation'
  return isInTime(scoredAt, createdAt) ? null : 'too_old'
}

/**
 * Whether the wallet has acted for this very token: it signed for it, or it sent the creation or its only user operation (D105).
 * Anyone can name any wallet, and an enrollment is older than the token, so neither is consent.
 */
export const hasConsent = ({
  binding: { origin },
  launch: { creatorAddress },
  result: { proofs, creationSender },
}: {
  binding: Pick<BindingRow, 'origin'>
  launch: Pick<BoundLaunch, 'creatorAddress'>
  result: Pick<Decision['result'], 'proofs' | 'creationSender'>
}): boolean =>
  origin === 'signed' ||
  creationSender === creatorAddress ||
  proofs.some(({ kind }) => kind === 'deployed' || kind === 'sent' || kind === 'operation')

/** The service finds tokens by their names; a creator who signs for another name has to have enrolled before the token. */
function findRenamed({ binding, launch, result }: Decision): Excluded | null {
  if (binding.origin === 'found' || (launch.enrolledAt && launch.enrolledAt < result.createdAt)) return null
  return isSameName(launch, result, findNamePrefix(binding.chainId, result.venue)) ? null : 'renamed'
}
