import type { Configured } from '../../deps.ts'
import type { Hex } from 'viem'
import type { Call } from '../../providers/chain/attester.ts'
import { encodeAttest, encodeRevoke, encodeTimestamp } from '../../providers/chain/eas.ts'
import { scoreSchemaId } from '../../../contract/verification/claim.ts'
import { findAttestation, findAttestationContent, findReference } from '../store.ts'
import type { QueuedJob } from './job-store.ts'

export interface PreparedCall {
  call: Call
  refUid: Hex | null
}

/** null: the referenced attestation has no uid yet, or the job was withdrawn. */
export async function buildCall(
  deps: Configured<'attester'>,
  job: QueuedJob,
  signal: AbortSignal,
): Promise<PreparedCall | null> {
  if (job.kind === 'register') return { call: await deps.attester.registration(signal), refUid: null }
  return buildStoredCall(deps, job)
}

export async function buildStoredCall(
  deps: Configured<'attester'>,
  { kind, subject }: QueuedJob,
): Promise<PreparedCall | null> {
  if (kind === 'attest') return prepareAttest(deps, subject)
  if (kind === 'revoke') return prepareRevoke(deps, subject)
  if (kind === 'stamp') return prepareStamp(deps, subject)
  return { call: { to: deps.attester.address, data: '0x' }, refUid: null }
}

const prepareStamp = ({ attester }: Configured<'attester'>, digest: string): PreparedCall => ({
  call: { to: attester.contract, data: encodeTimestamp(digest as Hex) },
  refUid: null,
})

async function prepareAttest(deps: Configured<'attester'>, scoreId: string): Promise<PreparedCall | null> {
  const { db, attester } = deps
  const refUid = await findRefUid(deps, scoreId)
  if (refUid === undefined) return null
  const content = await findAttestationContent(db, scoreId)
  if (!content) return null
  return {
    call: { to: attester.contract, data: encodeAttest({ schemaId: scoreSchemaId, refUid, ...content }) },
    refUid,
  }
}

/**
 * Undefined: the submission's earlier attestation has no uid yet. An attestation at another contract can't be
 * referenced.
 */
async function findRefUid({ db, attester }: Configured<'attester'>, scoreId: string) {
  const earlier = await findReference(db, scoreId)
  if (!earlier) return null
  if (earlier.state === 'queued' || earlier.state === 'sent') return undefined
  const isSameContract = earlier.contract === attester.contract && earlier.chainId === String(attester.chainId)
  return isSameContract ? earlier.uid : null
}

async function prepareRevoke({ db, attester }: Configured<'attester'>, scoreId: string): Promise<PreparedCall | null> {
  const row = await findAttestation(db, scoreId)
  if (!row?.uid || (row.state !== 'included' && row.state !== 'final')) return null
  return {
    call: { to: attester.contract, data: encodeRevoke({ schemaId: scoreSchemaId, uid: row.uid }) },
    refUid: row.uid,
  }
}
