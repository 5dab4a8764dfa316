import type { Deps } from '../deps.ts'
import { type Command, UsageError } from '../platform/command.ts'
import { requeueFailed } from './job-store.ts'
import { findAttestation } from './store.ts'

/** `attestation retry`: another attempt, after the chain reverted one for good; by itself the service makes none. */
export const retryAttestationCommand: Command<Deps> = {
  usage: 'attestation retry <score id>',
  summary: 'try an attestation again that the chain reverted; it costs gas again',
  run: async ({ db, clock }, { positionals: [id = ''] }) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new UsageError(`${id} is not the id of a score`)
    const scoreId = id.toLowerCase()
    // only what failed: its nonce is spent for good
    const isQueued = await requeueFailed(
      db,
      { kind: 'attest', subject: scoreId },
      { now: clock.now(), isNonceSpent: true },
    )
    if (!isQueued)
      throw new Error(`it has not failed for good: ${(await findAttestation(db, scoreId))?.state ?? 'unknown'}`)
    return { lines: [`the attestation of ${scoreId} is queued again`], json: { scoreId, state: 'queued' } }
  },
}
