import type { Hex } from 'viem'
import { scoreSchemaId } from '../../contract/verification/claim.ts'
import type { Tx } from '../database/db.ts'
import type { Configured, Deps } from '../deps.ts'
import type { Call, Fees } from '../providers/chain/attester.ts'
import { encodeAttest, encodeRevoke, encodeTimestamp } from '../providers/chain/eas.ts'
import { encodeDeployReader } from '../providers/chain/reader-contract.ts'
import type { QueuedJob } from './job-store.ts'
import { insertTransaction } from './nonce-store.ts'
import { findAttestation, findAttestationContent, findReference } from './store.ts'

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
  if (kind === 'deploy') return { call: encodeDeployReader(subject as Hex), refUid: null }
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

interface Signing {
  nonce: number
  call: Call
  fees: Fees
  gas: bigint
  estimatedGas: bigint
}

export interface SignedCall extends Signing {
  hash: Hex
  raw: Hex
}

/** Must not run inside a database transaction: the signer may be remote. */
export async function signCall(
  { attester }: Configured<'attester'>,
  signing: Signing,
  signal: AbortSignal,
): Promise<SignedCall> {
  const { call, fees, nonce, gas } = signing
  return { ...signing, ...(await attester.signTransaction({ ...call, ...fees, nonce, gas }, signal)) }
}

/** Only committed transactions are ever sent (D38). */
export async function storeSigned({ clock }: Deps, tx: Tx, jobId: string, signed: SignedCall) {
  const { hash, raw, nonce, gas, estimatedGas, fees } = signed
  const { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip } = fees
  await insertTransaction(tx, { hash, jobId, nonce, raw, gas, estimatedGas, maxFee, tip, signedAt: clock.now() })
}

/** Contract state may change before the transaction is included. */
export const toGasLimit = (estimatedGas: bigint): bigint => (estimatedGas * 6n) / 5n
