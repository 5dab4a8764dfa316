import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'

type Hex = `0x${string}`

/** A key on a chain: what a nonce counts for. */
export interface Lane {
  chainId: number
  signer: Hex
}

/** The lane's next nonce, held against every other replica until the transaction ends; a new lane begins at `count`. */
export async function lockLane(tx: Tx, { chainId, signer }: Lane, count: number): Promise<number> {
  await tx
    .insertInto('lanes')
    .values({ chain_id: String(chainId), signer, next_nonce: String(count) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('lanes')
    .select('next_nonce')
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Number(row.next_nonce)
}

export async function updateLane(tx: Tx, { chainId, signer }: Lane, nextNonce: number): Promise<void> {
  await tx
    .updateTable('lanes')
    .set({ next_nonce: String(nextNonce) })
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .execute()
}

export async function countSent(tx: Tx, { chainId, signer }: Lane): Promise<number> {
  const row = await tx
    .selectFrom('lane_jobs')
    .select(({ fn }) => fn.countAll().as('sent'))
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return Number(row.sent)
}

/** What the attestations signed since then have taken, or are estimated to take. */
export async function gasSince(tx: Tx, { chainId, signer }: Lane, since: Date): Promise<bigint> {
  const { rows } = await sql<{ gas: string }>`
    select coalesce(sum(coalesce(jobs.gas_used, signed.estimated)), 0)::text as gas
    from lane_jobs as jobs join (select job_id, max(estimated_gas) as estimated
      from lane_transactions where signed_at >= ${since} group by job_id) as signed on signed.job_id = jobs.id
    where kind = 'attest' and chain_id = ${chainId} and signer = ${signer}`.execute(tx)
  return BigInt(rows[0]?.gas ?? 0)
}

/** Gives a queued job its nonce; false when it isn't queued any more. */
export async function assignNonce(
  tx: Tx,
  { id, lane, contract, nonce, now }: { id: string; lane: Lane; contract: Hex; nonce: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lane_jobs')
    .set({ state: 'sent', chain_id: String(lane.chainId), signer: lane.signer, contract, nonce: String(nonce) })
    .set({ error: null, sent_since: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface SignedTransaction {
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
    .insertInto('lane_transactions')
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

/** Of every nonce that is in no block the transaction with the highest fee, when it wasn't sent since `before`. */
export async function listUnsent(db: Db, chainId: number, before: Date): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`select hash, raw, signer from (
      select distinct on (jobs.signer, jobs.nonce) jobs.signer, jobs.nonce, hash, raw, sent_at
      from lane_jobs as jobs join lane_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
      where chain_id = ${chainId} and state = 'sent'
      order by jobs.signer, jobs.nonce, max_fee desc) as dearest
    where sent_at is null or sent_at <= ${before} order by signer, nonce`.execute(db)
  return rows
}

export async function updateSentAt(db: Db, hash: Hex, { at, error }: { at: Date; error: string | null }) {
  await db.updateTable('lane_transactions').set({ sent_at: at, last_error: error }).where('hash', '=', hash).execute()
}

export interface Stuck {
  id: string
  nonce: number
  raw: Hex
  gas: bigint
  estimatedGas: bigint
  maxFee: bigint
  tip: bigint
  /** How often it was signed. */
  signings: number
  /** When it was signed last, or lost its block. */
  waitingSince: Date
}

/** The lane's lowest nonce that is in no block, with the dearest transaction signed for it. */
export async function findLowestSent(db: Db, { chainId, signer }: Lane): Promise<Stuck | undefined> {
  const { rows } = await sql<Record<keyof Stuck, string> & { raw: Hex; waitingSince: Date }>`
    select jobs.id, jobs.nonce, raw, gas, estimated_gas as "estimatedGas", max_fee as "maxFee", tip,
      count(*) over (partition by jobs.id) as signings,
      greatest(max(signed_at) over (partition by jobs.id), sent_since) as "waitingSince"
    from lane_jobs as jobs join lane_transactions as signed on job_id = jobs.id and signed.nonce = jobs.nonce
    where chain_id = ${chainId} and signer = ${signer} and state = 'sent'
    order by jobs.nonce, max_fee desc limit 1`.execute(db)
  const [row] = rows
  return (
    row && {
      id: row.id,
      raw: row.raw,
      waitingSince: row.waitingSince,
      nonce: Number(row.nonce),
      signings: Number(row.signings),
      gas: BigInt(row.gas),
      estimatedGas: BigInt(row.estimatedGas),
      maxFee: BigInt(row.maxFee),
      tip: BigInt(row.tip),
    }
  )
}

/** Whether a job has this nonce, or had it and ended so. */
export async function isNonceTaken(tx: Tx, { chainId, signer }: Lane, nonce: number): Promise<boolean> {
  const row = await tx
    .selectFrom('lane_jobs')
    .select('id')
    .where('chain_id', '=', String(chainId))
    .where('signer', '=', signer)
    .where('nonce', '=', String(nonce))
    .executeTakeFirst()
  return row !== undefined
}

/** The bytes of a transaction that was signed. */
export async function getRaw(db: Db, hash: Hex): Promise<Hex> {
  const row = await db.selectFrom('lane_transactions').select('raw').where('hash', '=', hash).executeTakeFirstOrThrow()
  return row.raw
}
