import type { Hex } from 'viem'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

export interface SignerAccount {
  chainId: number
  signer: Hex
}

/** A new account starts at `count`. */
export async function lockNextNonce(tx: Tx, { chainId, signer }: SignerAccount, count: number): Promise<number> {
  await tx
    .insertInto('attester_nonces')
    .values({ chain_id: String(chainId), signer, next_nonce: String(count) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('attester_nonces')
    .select('next_nonce')
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Number(row.next_nonce)
}

export async function updateNextNonce(tx: Tx, { chainId, signer }: SignerAccount, nextNonce: number): Promise<void> {
  await tx
    .updateTable('attester_nonces')
    .set({ next_nonce: String(nextNonce) })
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .execute()
}

export async function countSent(tx: Tx, { chainId, signer }: SignerAccount): Promise<number> {
  const row = await tx
    .selectFrom('attestation_jobs')
    .select(({ fn }) => fn.countAll().as('sent'))
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return Number(row.sent)
}

export async function assignNonce(
  tx: Tx,
  {
    id,
    account,
    contract,
    nonce,
    now,
  }: { id: string; account: SignerAccount; contract: Hex; nonce: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attestation_jobs')
    .set({ state: 'sent', chain_id: String(account.chainId), signer: account.signer, contract, nonce: String(nonce) })
    .set({ error: null, sent_since: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface SignedTransaction {
  hash: Hex
  jobId: string
  nonce: number
  raw: Hex
  gas: bigint
  estimatedGas: bigint
  maxFee: bigint
  tip: bigint
  signedAt: Date
}

export async function insertTransaction(tx: Tx, signed: SignedTransaction): Promise<void> {
  const { hash, jobId, nonce, raw, gas, estimatedGas, maxFee, tip, signedAt } = signed
  await tx
    .insertInto('attestation_transactions')
    .values({
      hash,
      job_id: jobId,
      nonce: String(nonce),
      raw,
      gas: String(gas),
      estimated_gas: String(estimatedGas),
      max_fee: String(maxFee),
      tip: String(tip),
      signed_at: signedAt,
    })
    .execute()
}

interface Unsent {
  hash: Hex
  raw: Hex
  signer: Hex
}

export async function listUnsent(db: Db, chainId: number, before: Date): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`select hash, raw, signer from (
      select distinct on (jobs.signer, jobs.nonce) jobs.signer, jobs.nonce, hash, raw, sent_at
      from attestation_jobs as jobs join attestation_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
      where chain_id = ${chainId} and state = 'sent'
      order by jobs.signer, jobs.nonce, max_fee desc) as highest
    where sent_at is null or sent_at <= ${before} order by signer, nonce`.execute(db)
  return rows
}

export async function updateSentAt(db: Db, hash: Hex, { at, error }: { at: Date; error: string | null }) {
  await db
    .updateTable('attestation_transactions')
    .set({ sent_at: at, last_error: error })
    .where('hash', '=', hash)
    .execute()
}

export interface Stuck extends Pick<SignedTransaction, 'nonce' | 'raw' | 'gas' | 'estimatedGas' | 'maxFee' | 'tip'> {
  id: string
  signings: number
  waitingSince: Date
  /** When it got its nonce, or when a reorganisation removed its block. */
  sentSince: Date
  /** How the node refused the transaction; null: it did not. */
  refusal: string | null
}

/** The account's lowest pending nonce with its highest-fee transaction. */
export async function findLowestSent(db: Db, { chainId, signer }: SignerAccount): Promise<Stuck | undefined> {
  const { rows } = await sql<
    Record<keyof Stuck, string> & { raw: Hex; waitingSince: Date; sentSince: Date | null; refusal: string | null }
  >`
    select jobs.id, jobs.nonce, raw, gas, estimated_gas as "estimatedGas", max_fee as "maxFee", tip,
      count(*) over (partition by jobs.id) as signings,
      greatest(max(signed_at) over (partition by jobs.id), sent_since) as "waitingSince",
      sent_since as "sentSince", last_error as refusal
    from attestation_jobs as jobs join attestation_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
    where chain_id = ${chainId} and signer = ${signer} and state = 'sent'
    order by jobs.nonce, max_fee desc limit 1`.execute(db)
  const [row] = rows
  return (
    row && {
      id: row.id,
      raw: row.raw,
      waitingSince: row.waitingSince,
      sentSince: row.sentSince ?? row.waitingSince,
      refusal: row.refusal,
      nonce: Number(row.nonce),
      signings: Number(row.signings),
      gas: BigInt(row.gas),
      estimatedGas: BigInt(row.estimatedGas),
      maxFee: BigInt(row.maxFee),
      tip: BigInt(row.tip),
    }
  )
}

export async function isNonceTaken(tx: Db, { chainId, signer }: SignerAccount, nonce: number): Promise<boolean> {
  const row = await tx
    .selectFrom('attestation_jobs')
    .select('id')
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .where('nonce', '=', String(nonce))
    .executeTakeFirst()
  return row !== undefined
}

export async function getRaw(db: Db, hash: Hex): Promise<Hex> {
  const row = await db
    .selectFrom('attestation_transactions')
    .select('raw')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return row.raw
}
