import { dayMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { announceBinding } from './announce-binding.ts'
import { isDenied } from './denial-store.ts'
import type { ProofResult } from './prove-token.ts'
import {
  type BindingRow,
  type BoundLaunch,
  type EligibleLaunch,
  type Excluded,
  findRival,
  insertProofs,
  listEarlierLaunches,
  updateDecided,
} from './binding-store.ts'
import { insertWatch } from './observation-store.ts'
import { isSameName } from './rules/fold-name.ts'
import { markBound } from '../scoring/store.ts'

interface Decision {
  binding: Pick<BindingRow, 'id' | 'submissionId' | 'chainId' | 'token' | 'origin'>
  launch: Pick<BoundLaunch, 'creatorAddress' | 'name' | 'symbol' | 'scoredAt' | 'attestedAt' | 'enrolledAt'>
  result: Exclude<ProofResult, { state: 'pending' | 'absent' }>
  now: Date
}

/**
 * Stores the chain's answer to a pending binding, whose rivals are locked. A binding that another proven one of the same token
 * or launch excludes stays unproven, and so does one that only names the wallet: it takes nobody's place.
 */
export async function decideBinding(deps: Deps, tx: Tx, decision: Decision): Promise<void> {
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
  await announceBinding(deps, tx, binding.id)
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
  return isSameName(launch, result, result.nameAffix) ? null : 'renamed'
}

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
  const { createdAt } = result
  if (isInTime(launch.scoredAt, createdAt)) return null
  const times = { from: new Date(createdAt.getTime() - maxAgeMs), until: createdAt }
  const launches = await listEarlierLaunches(db, { wallet: launch.creatorAddress, chainId, token, ...times })
  return launches.find((one) => isSameName(one, result, result.nameAffix)) ?? null
}

/** The maximum time between a score and its token. */
export const maxAgeMs = 180 * dayMs

/** Whether a score is older than a token, and not by more than 180 days. */
const isInTime = (scoredAt: Date, createdAt: Date): boolean =>
  scoredAt < createdAt && createdAt.getTime() - scoredAt.getTime() <= maxAgeMs
