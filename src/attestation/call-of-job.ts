import type { Call } from '../providers/attester.ts'
import { encodeAttest, encodeRevoke } from '../providers/eas.ts'
import type { AttestDeps } from './attest-deps.ts'
import { scoreSchemaId } from './claim.ts'
import type { QueuedJob } from './job-store.ts'
import { findAttestation, findReference, getToAttest } from './store.ts'

type Hex = `0x${string}`

/** What a job would do on the chain now; null: what it stands on isn't there yet. */
export interface Task {
  call: Call
  /** The attestation that it refers to. */
  refUid: Hex | null
}

/** The call of a job as things stand: what it refers to may have got another id since it was signed. */
export async function callOfJob(deps: AttestDeps, job: QueuedJob, signal: AbortSignal): Promise<Task | null> {
  if (job.kind === 'register') return { call: await deps.attester.registration(signal), refUid: null }
  return storedCallOf(deps, job)
}

/** The same for jobs whose call is known without asking the node: all but `register`. */
export async function storedCallOf(deps: StoredDeps, { kind, subject }: QueuedJob): Promise<Task | null> {
  if (kind === 'attest') return attestOf(deps, subject)
  if (kind === 'revoke') return revokeOf(deps, subject)
  return { call: { to: deps.attester.address, data: '0x' }, refUid: null }
}

type StoredDeps = Pick<AttestDeps, 'db' | 'attester'>

async function attestOf({ db, attester }: StoredDeps, scoreId: string): Promise<Task | null> {
  const refUid = await referenceOf({ db, attester }, scoreId)
  if (refUid === undefined) return null
  const { recipient, data } = await getToAttest(db, scoreId)
  return {
    call: { to: attester.contract, data: encodeAttest({ schemaId: scoreSchemaId, recipient, refUid, data }) },
    refUid,
  }
}

/** Undefined: the earlier attestation of the submission has no id yet. One at another contract can't be referred to. */
async function referenceOf({ db, attester }: StoredDeps, scoreId: string) {
  const earlier = await findReference(db, scoreId)
  if (!earlier) return null
  if (earlier.state === 'queued' || earlier.state === 'sent') return undefined
  const isHere = earlier.contract === attester.contract && earlier.chainId === String(attester.chainId)
  return isHere ? earlier.uid : null
}

async function revokeOf({ db, attester }: StoredDeps, scoreId: string): Promise<Task | null> {
  const row = await findAttestation(db, scoreId)
  if (!row?.uid || (row.state !== 'landed' && row.state !== 'final')) return null
  return {
    call: { to: attester.contract, data: encodeRevoke({ schemaId: scoreSchemaId, uid: row.uid }) },
    refUid: row.uid,
  }
}
