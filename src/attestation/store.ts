import type { Hex } from 'viem'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { JobKind, JobState } from '../database/column-types.ts'

interface Subject {
  body: string
  submissionId: string
  hiddenReason: string | null
}

export const findScoreToPublish = (db: Db, scoreId: string): Promise<Subject | undefined> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['body', 'submission_id as submissionId', 'hidden_reason as hiddenReason'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()

export async function insertAttestation(
  tx: Tx,
  row: { scoreId: string; jobId: string; submissionId: string; recipient: Hex; digest: Hex; data: Hex },
): Promise<void> {
  const { scoreId, jobId, submissionId, recipient, digest, data } = row
  await tx
    .insertInto('attestations')
    .values({ score_id: scoreId, job_id: jobId, submission_id: submissionId, recipient, digest, data })
    .execute()
}

export interface AttestationRow {
  scoreId: string
  state: JobState
  error: string | null
  txHash: Hex | null
  blockNumber: string | null
  chainId: string | null
  contract: Hex | null
  attester: Hex | null
  recipient: Hex
  digest: Hex
  uid: Hex | null
  refUid: Hex | null
  schemaId: Hex | null
  publishedAt: Date | null
  revocationReason: string | null
  revokedAt: Date | null
}

export async function findAttestation(db: Db, scoreId: string): Promise<AttestationRow | undefined> {
  const { rows } = await sql<AttestationRow>`
    select score_id as "scoreId", state, error, block_number as "blockNumber", chain_id as "chainId", contract,
      signer as attester, recipient, digest, uid, ref_uid as "refUid", schema_id as "schemaId",
      published_at as "publishedAt", revocation_reason as "revocationReason", revoked_at as "revokedAt",
      coalesce(tx_hash, (select hash from attestation_transactions as signed
        where job_id = jobs.id and signed.nonce = jobs.nonce order by max_fee desc limit 1)) as "txHash"
    from attestations join attestation_jobs as jobs on jobs.id = job_id where score_id = ${scoreId}`.execute(db)
  return rows[0]
}

export async function findScoreByUid(db: Db, uid: Hex): Promise<string | undefined> {
  const row = await db.selectFrom('attestations').select('score_id').where('uid', '=', uid).executeTakeFirst()
  return row?.score_id
}

export const findAttestationContent = (db: Db, scoreId: string): Promise<{ recipient: Hex; data: Hex } | undefined> =>
  db.selectFrom('attestations').select(['recipient', 'data']).where('score_id', '=', scoreId).executeTakeFirst()

interface Reference {
  state: JobState
  uid: Hex | null
  chainId: string | null
  contract: Hex | null
}

/** The submission's last attestation that was queued before this score's, without failed ones. */
export async function findReference(db: Db, scoreId: string): Promise<Reference | undefined> {
  const { rows } = await sql<Reference>`
    select jobs.state, other.uid, jobs.chain_id as "chainId", jobs.contract
    from attestations as own join attestation_jobs as own_job on own_job.id = own.job_id
      join attestations as other on other.submission_id = own.submission_id
      join attestation_jobs as jobs on jobs.id = other.job_id
    where own.score_id = ${scoreId} and (jobs.queued_at, jobs.id) < (own_job.queued_at, own_job.id)
      and jobs.state not in ('reverted', 'failed')
    order by jobs.queued_at desc, jobs.id desc limit 1`.execute(db)
  return rows[0]
}

export async function updateSigned(
  tx: Tx,
  scoreId: string,
  { schemaId, refUid }: { schemaId: Hex; refUid: Hex | null },
) {
  await tx
    .updateTable('attestations')
    .set({ schema_id: schemaId, ref_uid: refUid })
    .where('score_id', '=', scoreId)
    .execute()
}

export interface ChangedUid {
  recipient: Hex
  digest: Hex
  isFirst: boolean
  scoredAt: Date
}

export async function updateUid(
  tx: Tx,
  { scoreId, uid, now }: { scoreId: string; uid: Hex; now: Date },
): Promise<ChangedUid | undefined> {
  const { rows } = await sql<ChangedUid>`
    update attestations as own set uid = ${uid}, published_at = coalesce(own.published_at, ${now})
    from attestations as before join scores on scores.id = before.score_id
    where own.score_id = ${scoreId} and before.score_id = own.score_id and own.uid is distinct from ${uid}
    returning own.recipient, own.digest, before.uid is null as "isFirst", scores.created_at as "scoredAt"`.execute(tx)
  return rows[0]
}

export async function updateReason(tx: Tx, scoreId: string, reason: string): Promise<void> {
  await tx.updateTable('attestations').set({ revocation_reason: reason }).where('score_id', '=', scoreId).execute()
}

export const updateRevoked = (
  tx: Tx,
  scoreId: string,
  { at, txHash }: { at: Date; txHash: Hex },
): Promise<{ uid: Hex | null; reason: string | null } | undefined> =>
  tx
    .updateTable('attestations')
    .set({ revoked_at: sql`coalesce(revoked_at, ${at})`, revocation_tx_hash: txHash })
    .where('score_id', '=', scoreId)
    .returning(['uid', 'revocation_reason as reason'])
    .executeTakeFirst()

/** For a reorganisation that removed the block of the revocation. */
export async function clearRevoked(tx: Tx, scoreId: string): Promise<void> {
  const set = { revoked_at: null, revocation_tx_hash: null }
  await tx.updateTable('attestations').set(set).where('score_id', '=', scoreId).execute()
}

/** The obstacle that blocks a job, or the error that ended it. */
export async function findJobError(
  db: Db,
  { kind, subject }: { kind: JobKind; subject: string },
): Promise<{ error: string; isQueued: boolean } | undefined> {
  const row = await db
    .selectFrom('attestation_jobs')
    .select(['error', 'state'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.error ? { error: row.error, isQueued: row.state === 'queued' } : undefined
}
