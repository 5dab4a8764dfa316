import type { Tx } from '../../database/db.ts'
import { markBound } from '../../scoring/identity/mark-bound.ts'
import { insertCorrection } from '../corrections/store.ts'
import { insertWatch } from '../observing/store.ts'
import { isSameName } from '../rules/fold-name.ts'
import { findNamePrefix } from '../rules/venues-1.0.0.ts'
import { isInTime } from './eligible/age.ts'
import type { ProofResult } from './prove-token.ts'
import { insertProofs } from './proof-store.ts'
import { type Rival, findRival, findUnsignedNaming, updateEnded, updatePredecessor } from './rival-store.ts'
import { type BindingRow, type BoundLaunch, type Excluded, updateDecided } from './store.ts'

export interface Decision {
  binding: Pick<BindingRow, 'id' | 'submissionId' | 'chainId' | 'token' | 'origin'>
  launch: Pick<BoundLaunch, 'name' | 'symbol' | 'scoredAt' | 'attestedAt' | 'enrollmentId' | 'enrolledAt'>
  result: Exclude<ProofResult, { state: 'pending' | 'absent' }>
  now: Date
  /** The binding that this one may replace, and the id of the correction that then says so; null: none. */
  replaceable: { id: string; correctionId: string } | null
}

/**
 * Stores the chain's answer to a pending binding, whose rivals are locked. A binding that another proven one of the same token
 * or launch excludes stays without a proof of its own, unless it may replace that one.
 */
export async function decideBinding(tx: Tx, decision: Decision): Promise<void> {
  const { binding, launch, result, now } = decision
  const { createdAt } = result
  const isProven = result.state === 'proven' && (await hasPlace(tx, decision, await findRival(tx, binding)))
  const isAnchored = isProven && launch.attestedAt !== null && launch.attestedAt < createdAt
  const isNamedUnsigned = isProven && isOnlyNamed(decision)
  const reason = findExclusion(launch.scoredAt, result) ?? (isNamedUnsigned ? 'named_unsigned' : findRenamed(decision))
  await updateDecided(tx, binding.id, {
    state: isProven ? 'proven' : 'unproven',
    excluded: isProven ? reason : null,
    isNamedUnsigned,
    isAnchored,
    creation: result,
  })
  await insertProofs(
    tx,
    binding.id,
    result.proofs.map((proof) => ({ ...proof, shownAt: now })),
  )
  if (!isProven) return
  await insertWatch(tx, binding.id, now)
  // The scores of a wallet that others only name don't speak for the token.
  if (!isNamedUnsigned) await markBound(tx, { submissionId: binding.submissionId, token: binding.token })
}

/** Makes room for the binding where it may replace its rival: both rows stay, and a correction says so. */
async function hasPlace(tx: Tx, { binding, now, replaceable }: Decision, rival: Rival | null): Promise<boolean> {
  if (rival === null) return true
  if (rival.by === 'token' || rival.id !== replaceable?.id) return false
  if (!(await findUnsignedNaming(tx, rival.id)) || !(await updateEnded(tx, rival.id, 'replaced'))) return false
  await updatePredecessor(tx, binding.id, rival.id)
  await insertCorrection(tx, {
    id: replaceable.correctionId,
    subject: `binding:${rival.id}`,
    reason: 'not_theirs',
    explanation: 'A launchpad only named the wallet, which signed for another token.',
    replacement: { binding: binding.id },
    correctedAt: now,
  })
  return true
}

function findExclusion(scoredAt: Date, { createdAt, isScoredWithCode }: Decision['result']): Excluded | null {
  if (scoredAt >= createdAt || isScoredWithCode) return 'scored_after_creation'
  return isInTime(scoredAt, createdAt) ? null : 'too_old'
}

/** Anyone can name anyone: a wallet that a launchpad names is charged with the token only once it has signed something. */
const isOnlyNamed = ({ binding, launch, result }: Decision): boolean =>
  binding.origin === 'found' &&
  launch.enrollmentId === null &&
  result.proofs.every(({ kind }) => kind === 'named' || kind === 'rights')

/** The service finds tokens by their names; a creator who signs for another name has to have enrolled before the token. */
function findRenamed({ binding, launch, result }: Decision): Excluded | null {
  if (binding.origin === 'found' || (launch.enrolledAt && launch.enrolledAt < result.createdAt)) return null
  return isSameName(launch, result, findNamePrefix(binding.chainId, result.venue)) ? null : 'renamed'
}
