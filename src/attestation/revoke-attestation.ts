import type { Hex } from 'viem'
import { isUuid } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { type CommandResult, UsageError } from '../platform/cli/command.ts'
import { followJob } from './follow-job.ts'
import { createNotConfiguredError } from './gas.ts'
import { enqueueJob, requeueFailed } from './job-store.ts'
import { type AttestationRow, findAttestation, findScoreByUid, updateReason } from './store.ts'

/** `attestation revoke`: revokes an attestation on the chain, and publishes the reason with it. */
export async function revokeAttestationCommand(
  deps: Deps,
  id: string,
  options: { reason: string },
  signal: AbortSignal,
): Promise<CommandResult> {
  const reason = options.reason.trim()
  if (!/^[^\p{Cc}]{1,500}$/u.test(reason)) throw new UsageError('--reason must be one line of 1 to 500 characters')
  const ending = AbortSignal.any([signal, AbortSignal.timeout(60_000)])
  const { row, obstacle } = await revokeAttestation(deps, { id, reason }, ending)
  const { scoreId, uid, revokedAt, revocationReason } = row
  const line = revokedAt
    ? `${uid} of score ${scoreId} was revoked at ${revokedAt.toISOString()}: ${revocationReason}`
    : `the revocation of ${uid} is pending${obstacle ? `, because ${obstacle}` : ''}; the service completes it`
  return { lines: [line], json: { scoreId, attestationId: uid, revokedAt, reason: revocationReason } }
}

interface Revocation {
  row: AttestationRow
  /** undefined: nothing blocks the transaction. */
  obstacle?: string
}

/**
 * Revokes once, and waits for the inclusion until the signal aborts or something blocks the transaction. A second call
 * returns the existing revocation.
 */
async function revokeAttestation(
  deps: Deps,
  { id, reason }: { id: string; reason: string },
  signal: AbortSignal,
): Promise<Revocation> {
  if (!deps.attester) throw createNotConfiguredError()
  const row = await getPublished(deps, id)
  if (row.revokedAt) return { row }
  if (row.attester !== deps.attester.address || row.contract !== deps.attester.contract)
    throw new Error(`only the attester ${row.attester} at ${row.contract} can revoke this attestation`)
  await enqueueRevocation(deps, row.scoreId, reason)
  return follow(deps, row.scoreId, signal)
}

async function getPublished({ db }: Deps, id: string): Promise<AttestationRow> {
  const isUid = /^0x[0-9a-f]{64}$/i.test(id)
  if (!isUid && !isUuid(id)) throw new UsageError(`${id} is not a score id or an attestation UID`)
  const scoreId = isUid ? await findScoreByUid(db, id.toLowerCase() as Hex) : id.toLowerCase()
  const row = scoreId ? await findAttestation(db, scoreId) : undefined
  if (row && (row.state === 'included' || row.state === 'final')) return row
  throw new Error(`no published attestation found for ${id}`)
}

async function enqueueRevocation({ db, clock, random }: Deps, scoreId: string, reason: string): Promise<void> {
  const job = { id: random.uuid(), kind: 'revoke', subject: scoreId, now: clock.now() } as const
  await db.transaction().execute(async (tx) => {
    if (await enqueueJob(tx, job)) await updateReason(tx, scoreId, reason)
  })
}

async function follow(deps: Deps, scoreId: string, signal: AbortSignal): Promise<Revocation> {
  const findRow = async () => {
    const row = await findAttestation(deps.db, scoreId)
    if (!row) throw new Error(`the attestation of ${scoreId} no longer exists`)
    return row
  }
  const isReached = async () => (await findRow()).revokedAt !== null
  const goal = { isReached, failure: 'the attestation can’t be revoked' }
  const { obstacle } = await followJob(deps, { kind: 'revoke', subject: scoreId }, goal, signal)
  return { row: await findRow(), ...(obstacle !== undefined && { obstacle }) }
}

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
