import type { Hex } from 'viem'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { type QueueDepth, maxCounted, measureQueue } from '../database/sql.ts'
import type { Receipt, Stamp } from '../providers/chain/attester.ts'
import type { JobKind } from '../database/column-types.ts'

export interface QueuedJob {
  id: string
  kind: JobKind
  subject: string
}

export async function insertJob(tx: Tx, job: QueuedJob & { now: Date }): Promise<boolean> {
  const { id, kind, subject, now } = job
  const inserted = await tx
    .insertInto('attestation_jobs')
    .values({ id, kind, subject, state: 'queued', next_attempt_at: now, queued_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Queues a job, and a failed one again with another nonce. Returns false if it is queued, in flight or done. */
export const enqueueJob = async (tx: Tx, job: QueuedJob & { now: Date }): Promise<boolean> =>
  (await insertJob(tx, job)) || requeueFailed(tx, job, { now: job.now, isNonceSpent: true })

export async function listStamps(db: Db, digests: Hex[]): Promise<Map<string, Hex>> {
  const rows = await db
    .selectFrom('attestation_jobs')
    .select(['subject', 'tx_hash as txHash'])
    .where('kind', '=', 'stamp')
    .where('subject', 'in', [...digests, '']) // an empty list is no SQL
    .where('state', 'in', ['included', 'final'])
    .execute()
  return new Map(rows.flatMap(({ subject, txHash }) => (txHash ? [[subject, txHash]] : [])))
}

/** Returns false if the job hasn't failed, or used a nonce that `isNonceSpent` doesn't allow. */
export async function requeueFailed(
  db: Db | Tx,
  { kind, subject }: Pick<QueuedJob, 'kind' | 'subject'>,
  { now, isNonceSpent }: { now: Date; isNonceSpent: boolean },
): Promise<boolean> {
  const update = db
    .updateTable('attestation_jobs')
    .set({ state: 'queued', ...unsigned, error: null, next_attempt_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'failed')
  const { numUpdatedRows } = await (isNonceSpent ? update : update.where('nonce', 'is', null)).executeTakeFirst()
  return numUpdatedRows === 1n
}

const withoutBlock = { tx_hash: null, block_number: null, block_hash: null, gas_used: null, missing_since: null }
const unsigned = { ...withoutBlock, sent_since: null, chain_id: null, signer: null, contract: null, nonce: null }

export async function deleteUnsigned(db: Db, { kind, subject }: Pick<QueuedJob, 'kind' | 'subject'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('attestation_jobs')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'queued')
    .where((job) =>
      job.not(
        job.exists(
          job.selectFrom('attestation_transactions').select('hash').whereRef('job_id', '=', 'attestation_jobs.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const listQueued = (db: Db, now: Date, limit: number): Promise<QueuedJob[]> =>
  db
    .selectFrom('attestation_jobs')
    .select(['id', 'kind', 'subject'])
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** `error` is the obstacle; null: the job only waits for another one. */
export async function deferJob(db: Db, id: string, { until, error }: { until: Date; error: string | null }) {
  const set = { next_attempt_at: until, error }
  await db.updateTable('attestation_jobs').set(set).where('id', '=', id).where('state', '=', 'queued').execute()
}

export async function failQueued(db: Db, id: string, error: string): Promise<void> {
  const set = { state: 'failed' as const, error }
  await db.updateTable('attestation_jobs').set(set).where('id', '=', id).where('state', '=', 'queued').execute()
}

export interface InFlight {
  id: string
  kind: JobKind
  subject: string
  state: 'sent' | 'included' | 'reverted'
  signer: Hex
  contract: Hex
  nonce: number
  txHash: Hex | null
  blockNumber: bigint | null
  blockHash: Hex | null
  missingSince: Date | null
  hashes: Hex[]
}

type InFlightRow = Omit<InFlight, 'nonce' | 'blockNumber'> & { nonce: string; blockNumber: string | null }

export async function listInFlight(db: Db, chainId: number): Promise<InFlight[]> {
  const { rows } = await sql<InFlightRow>`
    select jobs.id, kind, subject, state, signer, contract, jobs.nonce, tx_hash as "txHash",
      block_number as "blockNumber", block_hash as "blockHash", missing_since as "missingSince",
      array_agg(hash order by max_fee desc) as hashes
    from attestation_jobs as jobs join attestation_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
    where chain_id = ${chainId} and state in ('sent', 'included', 'reverted')
    group by jobs.id order by (state = 'sent') desc, jobs.nonce, signer limit 1000`.execute(db)
  return rows.map((row) => ({
    ...row,
    nonce: Number(row.nonce),
    blockNumber: row.blockNumber === null ? null : BigInt(row.blockNumber),
  }))
}

export async function recordBlock(
  tx: Tx,
  { id, nonce }: InFlight,
  { receipt, state, error }: { receipt: Receipt; state: 'included' | 'reverted'; error: string | null },
): Promise<boolean> {
  const { hash, blockNumber, blockHash, gasUsed } = receipt
  const { numUpdatedRows } = await tx
    .updateTable('attestation_jobs')
    .set({ state, tx_hash: hash, block_number: String(blockNumber), block_hash: blockHash, missing_since: null })
    .set({ gas_used: String(gasUsed), error })
    .where('id', '=', id)
    .where('nonce', '=', String(nonce))
    .where('state', 'in', ['sent', 'included', 'reverted'])
    .where('block_hash', 'is distinct from', blockHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns a job whose block is gone to `sent`, and makes its transactions due for sending. */
export async function returnToSent(tx: Tx, job: InFlight, now: Date): Promise<void> {
  await updateUnchanged(tx, job)
    .set({ state: 'sent', ...withoutBlock, sent_since: now })
    .execute()
  await tx
    .updateTable('attestation_transactions')
    .set({ sent_at: null })
    .where('job_id', '=', job.id)
    .where('nonce', '=', String(job.nonce))
    .execute()
}

export async function endJob(db: Db, job: InFlight, state: 'final' | 'failed'): Promise<void> {
  await updateUnchanged(db, job).set({ state }).execute()
}

export async function requeueWithNewNonce(db: Db, job: InFlight, now: Date): Promise<void> {
  await updateUnchanged(db, job)
    .set({ state: 'queued', ...unsigned, error: null, next_attempt_at: now })
    .execute()
}

export async function updateMissing(db: Db, job: InFlight, since: Date | null): Promise<void> {
  await updateUnchanged(db, job).set({ missing_since: since }).execute()
}

const updateUnchanged = (db: Db, { id, nonce, state, blockHash }: InFlight) =>
  db
    .updateTable('attestation_jobs')
    .where('id', '=', id)
    .where('nonce', '=', String(nonce))
    .where('state', '=', state)
    .where('block_hash', 'is not distinct from', blockHash)

export async function endWithStamp(db: Db, id: string, { chainId, contract, stamp }: StampPlace): Promise<void> {
  const { txHash, blockNumber, blockHash } = stamp
  await db
    .updateTable('attestation_jobs')
    .set({ state: 'final', error: null, chain_id: String(chainId), contract })
    .set({ tx_hash: txHash, block_number: String(blockNumber), block_hash: blockHash })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

interface StampPlace {
  chainId: number
  contract: Hex
  stamp: Stamp
}

export const getAttestationQueueDepth = (db: Db): Promise<QueueDepth> =>
  measureQueue(
    db,
    sql`select queued_at as at from attestation_jobs where state in ('queued', 'sent') order by queued_at limit ${maxCounted}`,
  )
