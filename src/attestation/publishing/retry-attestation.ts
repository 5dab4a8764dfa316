import type { Deps } from '../../deps.ts'
import { type CommandResult, UsageError } from '../../platform/cli/command.ts'
import { requeueFailed } from './job-store.ts'
import { findAttestation } from '../store.ts'
import { isUuid } from '../../../contract/uuid.ts'

/** `attestation retry`: queues an attestation again whose transaction was reverted; the service doesn't do so by itself. */
export async function retryAttestationCommand({ db, clock }: Deps, id: string): Promise<CommandResult> {
  if (!isUuid(id)) throw new UsageError(`${id} is not a score id`)
  const scoreId = id.toLowerCase()
  // a failed job's nonce is used: the retry gets another one
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
}
