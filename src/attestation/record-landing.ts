import { insertActivity } from '../activity/store.ts'
import type { Tx } from '../deps.ts'
import { toChecksumAddress } from '../platform/address.ts'
import type { Receipt } from '../providers/attester.ts'
import { uidIn } from '../providers/eas.ts'
import { enqueue } from '../webhooks/outbox.ts'
import type { AttestDeps } from './attest-deps.ts'
import { scoreSchemaId } from './claim.ts'
import { type InFlight, recordBlock } from './job-store.ts'
import { type ChangedUid, updateRevoked, updateUid } from './store.ts'

type Hex = `0x${string}`

/**
 * Writes down that a job is in a block, with what came of it: a new id of an attestation and its event stand in the same
 * transaction (D43). Done twice it writes nothing.
 */
export async function recordLanding(deps: AttestDeps, job: InFlight, receipt: Receipt): Promise<void> {
  const { db, log } = deps
  const result = resultOf(job, receipt)
  const isNew = await db.transaction().execute(async (tx) => {
    const [state, error] = result ? (['landed', null] as const) : (['reverted', 'reverted'] as const)
    if (!(await recordBlock(tx, job, { receipt, state, error }))) return false
    if (result && job.kind === 'attest') await takeUid(deps, tx, { job, receipt, uid: result })
    if (result && job.kind === 'revoke')
      await updateRevoked(tx, job.subject, { at: deps.clock.now(), txHash: receipt.hash })
    return true
  })
  if (!isNew) return
  const line = { kind: job.kind, subject: job.subject, txHash: receipt.hash, block: Number(receipt.blockNumber) }
  if (result) log.info({ ...line, uid: result }, 'landed on the chain')
  else log.error(line, 'a transaction was reverted')
}

/** The id that the contract tells of; a transaction that succeeded without its event did nothing. */
function resultOf({ kind, contract, signer }: InFlight, { isSuccess, logs }: Receipt): Hex | undefined {
  if (!isSuccess) return undefined
  if (kind === 'register' || kind === 'fill') return '0x'
  const by = { contract, schemaId: scoreSchemaId, attester: signer }
  return uidIn(logs, kind === 'attest' ? 'Attested' : 'Revoked', by)
}

/** The event goes out once for each id: again when a reorganisation gave it another one (D38). */
async function takeUid(
  deps: AttestDeps,
  tx: Tx,
  { job, receipt, uid }: { job: InFlight; receipt: Receipt; uid: Hex },
): Promise<void> {
  const changed = await updateUid(tx, { scoreId: job.subject, uid, now: deps.clock.now() })
  if (!changed) return
  if (changed.isFirst) await count(deps, tx, changed)
  const data = {
    attestationId: uid,
    scoreRequestId: job.subject,
    subject: toChecksumAddress(changed.recipient),
    schemaId: scoreSchemaId,
    digest: changed.digest,
    txHash: receipt.hash,
    chainId: deps.attester.chainId,
  }
  await enqueue(deps, tx, { event: 'attestation.published', data })
}

/** For the operators' totals: in the hour that it landed in, and in the hour of the score. */
async function count({ clock }: AttestDeps, tx: Tx, { scoredAt }: ChangedUid): Promise<void> {
  await insertActivity(tx, { at: clock.now(), amounts: { attestation: 1 } })
  await insertActivity(tx, { at: scoredAt, amounts: { attested: 1 } })
}
