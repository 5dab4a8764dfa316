import type { Deps } from '../deps.ts'
import { allocate } from './allocate.ts'
import type { AttestDeps } from './attest-deps.ts'
import { broadcast } from './broadcast.ts'
import { bump } from './bump.ts'
import { settle } from './settle.ts'

/** What settling finds lost goes out again, and what waited for it is signed, in the same round. */
const steps = [settle, allocate, bump, broadcast]

/**
 * One round over everything that is to happen on the chain. Safe to run anywhere at any time, and to be cut off anywhere:
 * the next round, of any replica, goes on from what is committed. A step that fails doesn't keep the others.
 */
export async function advanceAttestations(
  deps: Omit<AttestDeps, 'attester'> & Pick<Deps, 'attester'>,
  signal: AbortSignal,
): Promise<void> {
  const { attester } = deps
  if (!attester) return
  const faults: unknown[] = []
  for (const step of steps) {
    try {
      await step({ ...deps, attester }, signal)
    } catch (error) {
      if (signal.aborted) return
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}
