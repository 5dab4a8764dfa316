import type { Tx } from '../../database/db.ts'
import { markBound } from '../../scoring/identity/mark-bound.ts'
import { keepShown } from '../../scoring/takedown/refuse-hidden.ts'
import { updateHint } from './pending-store.ts'
import { insertProofs } from './proof-store.ts'
import { lockRivals } from './rival-store.ts'
import { type BindingRow, type BoundLaunch, type SignedClaim, lockClaim, updateConfirmed } from './store.ts'

interface Confirmed {
  launch: Pick<BoundLaunch, 'enrollmentId'>
  wanted: Pick<BindingRow, 'submissionId' | 'chainId' | 'token'>
  signed: SignedClaim
  /** The creation's transaction, by the creator's own word. */
  creationHint: string | null
  now: Date
}

/** A claim that is new, or has a new hint, is checked again after this at the latest. */
export const retryMs = 60_000

/**
 * The creator's signature turns a stored claim that the service found into a confirmed one. A claim that is confirmed already
 * stays as it is, except for what it lacks: the hint of one that is pending, and the mark of one that is proven.
 */
export async function confirmClaim(tx: Tx, { launch, wanted, signed, creationHint, now }: Confirmed): Promise<void> {
  await lockRivals(tx, wanted)
  await keepShown(tx, wanted.submissionId)
  const binding = await lockClaim(tx, wanted)
  if (binding?.state !== 'pending' && binding?.state !== 'proven') return
  const { id, state } = binding
  if (binding.origin === 'found') {
    await updateConfirmed(tx, id, { ...signed, enrollmentId: launch.enrollmentId })
    await insertProofs(tx, id, [{ kind: 'signature', txHash: null, blockNumber: null, call: null, shownAt: now }])
  }
  if (state === 'proven') await markBound(tx, binding)
  // A hint that a launchpad's event gave isn't replaced: by a wrong one the creator could keep the token from being proven.
  else if (creationHint !== null && binding.creationHint === null)
    await updateHint(tx, id, { creationHint, checkAt: new Date(now.getTime() + retryMs) })
}
