import { toChecksumAddress } from '../../contract/address.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { findBinding, listBindingProofs } from './binding-store.ts'

/** Enqueues `token.bound` for a binding that became proven, or that a denial or a correction withdrew. */
export async function announceBinding(deps: Deps, tx: Tx, id: string): Promise<void> {
  const binding = await findBinding(tx, id)
  if (binding?.state !== 'proven' && binding?.state !== 'corrected') return
  const proofs = await listBindingProofs(tx, id)
  await enqueue(deps, tx, {
    event: 'token.bound',
    data: {
      scoreRequestId: binding.scoreId,
      contractAddress: toChecksumAddress(binding.token),
      chainId: binding.chainId,
      state: binding.state,
      proofs: proofs.map(({ shownAt, ...proof }) => ({ ...proof, shownAt: shownAt.toISOString() })),
      boundAt: binding.boundAt.toISOString(),
    },
  })
}
