import type { Configured } from '../../deps.ts'
import { maxSignings } from './bump.ts'
import { findLowestSent } from './nonce-store.ts'

/** A chain that includes transactions at all does so within minutes. */
const stuckMs = 300_000

/**
 * Reports the lowest pending transaction when it has waited for long, because every later one waits behind it. Measures
 * the wait up to the start of the round, which has looked for inclusions: after a pause of the process, a transaction
 * may be in a block that nobody has read.
 */
export async function noteStuck({ db, attester, log }: Configured<'attester'>, roundStartedAt: Date): Promise<void> {
  const wasStuck = attester.inspected().state === 'stuck'
  const lowest = await findLowestSent(db, { chainId: attester.chainId, signer: attester.address })
  const waitedMs = lowest ? roundStartedAt.getTime() - lowest.sentSince.getTime() : 0
  const isStuck = lowest !== undefined && (lowest.signings >= maxSignings || waitedMs >= stuckMs)
  attester.markStuck(isStuck)
  if (!isStuck || wasStuck) return
  const { nonce, tip, maxFee, refusal } = lowest
  log.error(
    { nonce, maxPriorityFeePerGas: String(tip), maxFeePerGas: String(maxFee), refusal },
    'a transaction of the attester is stuck, and later ones wait behind it; CHAIN_MIN_TIP sets a higher tip',
  )
}
