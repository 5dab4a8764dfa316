import type { Deps } from '../../deps.ts'
import { type Command, UsageError } from '../../platform/cli/command.ts'
import { requeueFailed } from './job-store.ts'
import { findAttestation } from '../store.ts'
import { isUuid } from '../../../contract/uuid.ts'

export const retryAttestationCommand: Command<Deps> = {
  run: async ({ db, clock }, { positionals: [id = ''] }) => {
    if (!isUuid(id)) throw new UsageError(`${id} is not a score id`)
    const scoreId = id.toLowerCase()
    // The nonce of a failed job is used; the retry gets another one.
    const isQueued = await requeueFailed(
      db,
      { kind: 'attest', subject: scoreId },
      { now: clock.now(), isNonceSpent: true },
    )
    if (!isQueued) {
      const attestation = await findAttestation(db, scoreId)
      if (!attestation) throw new Error(`there is no attestation of ${scoreId}`)
      throw new Error(`the attestation has not failed; its state is ${attestation.state}`)
    }
    return { lines: [`the attestation of ${scoreId} is queued again`], json: { scoreId, state: 'queued' } }
  },
}
