import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { type Command, UsageError } from '../platform/command.ts'
import { advanceAttestations } from './advance-attestations.ts'
import { insertJob, requeueFailed } from './job-store.ts'
import { notConfigured } from './refusals.ts'
import { type AttestationRow, findAttestation, findJobError, findScoreOfUid, updateReason } from './store.ts'

type Hex = `0x${string}`
type RevokeDeps = Pick<Deps, 'config' | 'db' | 'attester' | 'clock' | 'random' | 'metrics' | 'log'>

/** `attestation revoke`: takes an attestation back on the chain, for a reason that is published with it. */
export const revokeAttestationCommand: Command<Deps> = {
  usage: 'attestation revoke <id> --reason <text>',
  summary: 'revoke the attestation of a score (its id, or the attestation’s) on the chain',
  options: { reason: { type: 'string' } },
  run: async (deps, { positionals: [id = ''], options }) => {
    const reason = typeof options['reason'] === 'string' ? options['reason'].trim() : ''
    if (!/^[^\p{Cc}]{1,500}$/u.test(reason))
      throw new UsageError('--reason must say why, in one line of at most 500 characters')
    const row = await revokeAttestation(deps, { id, reason }, AbortSignal.timeout(60_000))
    const { scoreId, uid, revokedAt, revocationReason } = row
    const line = revokedAt
      ? `${uid} of score ${scoreId} was revoked at ${revokedAt.toISOString()}: ${revocationReason}`
      : `the revocation of ${uid} is on its way; the service completes it`
    return { lines: [line], json: { scoreId, attestationId: uid, revokedAt, reason: revocationReason } }
  },
}

/** Revokes once: again it answers what is there. Waits for the chain as long as the signal lets it. */
async function revokeAttestation(
  deps: RevokeDeps,
  { id, reason }: { id: string; reason: string },
  signal: AbortSignal,
): Promise<AttestationRow> {
  if (!deps.attester) throw notConfigured()
  const row = await getPublished(deps, id)
  if (row.revokedAt) return row
  if (row.attester !== deps.attester.address || row.contract !== deps.attester.contract)
    throw new Error(`only its attester can revoke it: ${row.attester} at ${row.contract}`)
  await enqueueRevocation(deps, row.scoreId, reason)
  return follow(deps, row.scoreId, signal)
}

async function getPublished({ db }: RevokeDeps, id: string): Promise<AttestationRow> {
  const isUid = /^0x[0-9a-f]{64}$/i.test(id)
  if (!isUid && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new UsageError(`${id} is neither the id of a score nor of an attestation`)
  const scoreId = isUid ? await findScoreOfUid(db, id.toLowerCase() as Hex) : id.toLowerCase()
  const row = scoreId ? await findAttestation(db, scoreId) : undefined
  if (row && (row.state === 'landed' || row.state === 'final')) return row
  throw new Error(`no attestation is published that belongs to ${id}`)
}

async function enqueueRevocation({ db, clock, random }: RevokeDeps, scoreId: string, reason: string): Promise<void> {
  const now = clock.now()
  const job = { kind: 'revoke', subject: scoreId } as const
  await db.transaction().execute(async (tx) => {
    await insertJob(tx, { id: random.uuid(), ...job, now })
    await updateReason(tx, scoreId, reason)
  })
  await requeueFailed(db, job, { now, isNonceSpent: true }) // it was refused before, and a human asks again
}

async function follow(deps: RevokeDeps, scoreId: string, signal: AbortSignal): Promise<AttestationRow> {
  for (;;) {
    const row = await findAttestation(deps.db, scoreId)
    if (!row) throw new Error(`the attestation of ${scoreId} is gone`)
    if (row.revokedAt || signal.aborted) return row
    const error = await findJobError(deps.db, { kind: 'revoke', subject: scoreId })
    if (error) throw new Error(`it can’t be revoked: ${error}`)
    await advanceAttestations(deps, signal).catch((fault: Error) =>
      deps.log.warn({ reason: fault.message }, 'a round failed'),
    )
    await pause(200, undefined, { signal }).catch(() => {})
  }
}
