import type { Configured, Deps } from '../../deps.ts'
import type { Hex } from 'viem'
import { insertActivity } from '../../activity/store.ts'
import type { Tx } from '../../database/db.ts'
import { toChecksumAddress } from '../../../contract/address.ts'
import type { Receipt } from '../../providers/chain/attester.ts'
import { isStampedIn, uidIn } from '../../providers/chain/eas.ts'
import { enqueue } from '../../webhooks/outbox.ts'
import { scoreSchemaId } from '../../../contract/verification/claim.ts'
import { type ChangedUid, updateRevoked, updateUid } from '../store.ts'
import { type InFlight, recordBlock } from './job-store.ts'

/**
 * Records inclusion together with its result: the attestation's uid and its event, or the revocation (D43). Recording
 * the same block again changes nothing.
 */
export async function recordInclusion(deps: Configured<'attester'>, job: InFlight, receipt: Receipt): Promise<void> {
  const { db, log } = deps
  const result = findResult(job, receipt)
  const isNew = await db.transaction().execute(async (tx) => {
    const [state, error] = result ? (['included', null] as const) : (['reverted', 'reverted'] as const)
    if (!(await recordBlock(tx, job, { receipt, state, error }))) return false
    if (result && job.kind === 'attest') await saveUid(deps, tx, { job, receipt, uid: result })
    if (result && job.kind === 'revoke')
      await updateRevoked(tx, job.subject, { at: deps.clock.now(), txHash: receipt.hash })
    return true
  })
  if (!isNew) return
  const line = { kind: job.kind, subject: job.subject, txHash: receipt.hash, block: Number(receipt.blockNumber) }
  if (result) log.info({ ...line, uid: result }, 'a transaction is in a block')
  else log.error(line, 'a transaction reverted')
}

/** A transaction that succeeded without this event had no effect. */
function findResult({ kind, subject, contract, signer }: InFlight, { isSuccess, logs }: Receipt): Hex | undefined {
  if (!isSuccess) return undefined
  if (kind === 'register' || kind === 'fill') return '0x'
  if (kind === 'stamp') return isStampedIn(logs, { contract, digest: subject }) ? '0x' : undefined
  const by = { contract, schemaId: scoreSchemaId, attester: signer }
  return uidIn(logs, kind === 'attest' ? 'Attested' : 'Revoked', by)
}

/** One event per uid: a reorganisation may give the attestation another uid, which is announced again (D38). */
async function saveUid(
  deps: Configured<'attester'>,
  tx: Tx,
  { job, receipt, uid }: { job: InFlight; receipt: Receipt; uid: Hex },
): Promise<void> {
  const changed = await updateUid(tx, { scoreId: job.subject, uid, now: deps.clock.now() })
  if (!changed) return
  if (changed.isFirst) await countActivity(deps, tx, changed)
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

/** Counts the attestation in the current hour, and the attested score in the hour in which it was scored. */
async function countActivity({ clock }: Deps, tx: Tx, { scoredAt }: ChangedUid): Promise<void> {
  await insertActivity(tx, { at: clock.now(), amounts: { attestation: 1 } })
  await insertActivity(tx, { at: scoredAt, amounts: { attested: 1 } })
}
