import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { Receipt } from '../providers/attester.ts'
import type { JobKind } from './tables.ts'

type Hex = `0x${string}`

export interface QueuedJob {
  id: string
  kind: JobKind
  subject: string
}

/** False when it is there already: of several at once the first one's stays. */
export async function insertJob(tx: Tx, job: QueuedJob & { now: Date }): Promise<boolean> {
  const { id, kind, subject, now } = job
  const inserted = await tx
    .insertInto('lane_jobs')
    .values({ id, kind, subject, state: 'queued', next_attempt_at: now, queued_at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Queues a job anew that failed; false when it hasn't, or when it burnt a nonce and `isNonceSpent` isn't said. */
export async function requeueFailed(
  db: Db,
  { kind, subject }: Pick<QueuedJob, 'kind' | 'subject'>,
  { now, isNonceSpent }: { now: Date; isNonceSpent: boolean },
): Promise<boolean> {
  const update = db
    .updateTable('lane_jobs')
    .set({ state: 'queued', ...unsigned, error: null, next_attempt_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'failed')
  const { numUpdatedRows } = await (isNonceSpent ? update : update.where('nonce', 'is', null)).executeTakeFirst()
  return numUpdatedRows === 1n
}

const inNoBlock = { tx_hash: null, block_number: null, block_hash: null, gas_used: null, missing_since: null }
const unsigned = { ...inNoBlock, sent_since: null, chain_id: null, signer: null, contract: null, nonce: null }

/** Takes a job back that was never signed, with what hangs on it; false when it was. */
export async function deleteUnsigned(db: Db, { kind, subject }: Pick<QueuedJob, 'kind' | 'subject'>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lane_jobs')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'queued')
    .where((job) =>
      job.not(job.exists(job.selectFrom('lane_transactions').select('hash').whereRef('job_id', '=', 'lane_jobs.id'))),
    )
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Jobs whose turn has come; one that had to wait stands behind those that hadn't. */
export const listQueued = (db: Db, now: Date, limit: number): Promise<QueuedJob[]> =>
  db
    .selectFrom('lane_jobs')
    .select(['id', 'kind', 'subject'])
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** A queued job waits until `until`; `error` says what keeps it, null when it is only not its turn. */
export async function deferJob(db: Db, id: string, { until, error }: { until: Date; error: string | null }) {
  const set = { next_attempt_at: until, error }
  await db.updateTable('lane_jobs').set(set).where('id', '=', id).where('state', '=', 'queued').execute()
}

export async function failQueued(db: Db, id: string, error: string): Promise<void> {
  const set = { state: 'failed' as const, error }
  await db.updateTable('lane_jobs').set(set).where('id', '=', id).where('state', '=', 'queued').execute()
}

export interface InFlight {
  id: string
  kind: JobKind
  subject: string
  state: 'sent' | 'landed' | 'reverted'
  signer: Hex
  contract: Hex
  nonce: number
  txHash: Hex | null
  blockNumber: bigint | null
  blockHash: Hex | null
  missingSince: Date | null
  /** Of every transaction signed for its nonce. */
  hashes: Hex[]
}

type InFlightRow = Omit<InFlight, 'nonce' | 'blockNumber'> & { nonce: string; blockNumber: string | null }

/** Jobs of a chain that have a nonce and aren't over, first those in no block; a thousand at most. */
export async function listInFlight(db: Db, chainId: number): Promise<InFlight[]> {
  const { rows } = await sql<InFlightRow>`
    select jobs.id, kind, subject, state, signer, contract, jobs.nonce, tx_hash as "txHash",
      block_number as "blockNumber", block_hash as "blockHash", missing_since as "missingSince",
      array_agg(hash order by max_fee desc) as hashes
    from lane_jobs as jobs join lane_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
    where chain_id = ${chainId} and state in ('sent', 'landed', 'reverted')
    group by jobs.id order by (state = 'sent') desc, jobs.nonce, signer limit 1000`.execute(db)
  return rows.map((row) => ({
    ...row,
    nonce: Number(row.nonce),
    blockNumber: row.blockNumber === null ? null : BigInt(row.blockNumber),
  }))
}

/** A job found in a block; false when that is known, or when it has another nonce by now. */
export async function recordBlock(
  tx: Tx,
  { id, nonce }: InFlight,
  { receipt, state, error }: { receipt: Receipt; state: 'landed' | 'reverted'; error: string | null },
): Promise<boolean> {
  const { hash, blockNumber, blockHash, gasUsed } = receipt
  const { numUpdatedRows } = await tx
    .updateTable('lane_jobs')
    .set({ state, tx_hash: hash, block_number: String(blockNumber), block_hash: blockHash, missing_since: null })
    .set({ gas_used: String(gasUsed), error })
    .where('id', '=', id)
    .where('nonce', '=', String(nonce))
    .where('state', 'in', ['sent', 'landed', 'reverted'])
    .where('block_hash', 'is distinct from', blockHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A job lost its block: its transactions go out again at once. */
export async function returnToSent(tx: Tx, job: InFlight, now: Date): Promise<void> {
  await whereItIs(tx, job)
    .set({ state: 'sent', ...inNoBlock, sent_since: now })
    .execute()
  await tx
    .updateTable('lane_transactions')
    .set({ sent_at: null })
    .where('job_id', '=', job.id)
    .where('nonce', '=', String(job.nonce))
    .execute()
}

/** What happened to a job is for good. */
export async function endJob(db: Db, job: InFlight, state: 'final' | 'failed'): Promise<void> {
  await whereItIs(db, job).set({ state }).execute()
}

/** A job's nonce is spent for good, and not by it: it waits for another one. */
export async function requeueSpent(db: Db, job: InFlight, now: Date): Promise<void> {
  await whereItIs(db, job)
    .set({ state: 'queued', ...unsigned, error: null, next_attempt_at: now })
    .execute()
}

export async function updateMissing(db: Db, job: InFlight, since: Date | null): Promise<void> {
  await whereItIs(db, job).set({ missing_since: since }).execute()
}

/** Only while the job is as it was when it was looked at. */
const whereItIs = (db: Db, { id, nonce, state, blockHash }: InFlight) =>
  db
    .updateTable('lane_jobs')
    .where('id', '=', id)
    .where('nonce', '=', String(nonce))
    .where('state', '=', state)
    .where('block_hash', 'is not distinct from', blockHash)

/** Since when the oldest job that is not over, nor landed, has been waiting; undefined: there is none. */
export async function findOldestJob(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('lane_jobs')
    .select('queued_at')
    .where('state', 'in', ['queued', 'sent'])
    .orderBy('queued_at')
    .limit(1)
    .executeTakeFirst()
  return row?.queued_at
}
