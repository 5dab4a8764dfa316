import { sql } from 'kysely'
import { type Exceeded, findExceeded, halfOf, keyParts, networkParts } from '../activity/budgets.ts'
import type { Db, Tx } from '../database/db.ts'
import { maxCounted } from '../database/sql.ts'

/**
 * A limit on the day's gas: the total, the half for scores that aren't enrolled, or the share of one payer or creator.
 */
export type GasShare = 'day' | 'strangers' | 'payer' | 'creator'

export interface GasTaken {
  total: bigint
  unenrolled: bigint
  ofPayer: bigint
  ofSite: bigint
  ofCreator: bigint
}

export interface GasRequest {
  ceiling: bigint
  gas: bigint
  isEnrolled: boolean
  /** Only holders of API keys may publish, so the operator knows each payer. */
  isForKeysOnly: boolean
}

/**
 * Returns the share that one more attestation would exceed, or null (D70). Scores that aren't enrolled use at most half
 * of the day's gas.
 */
export function findExceededShare(request: GasRequest, taken: GasTaken): GasShare | null {
  const { isEnrolled, isForKeysOnly } = request
  const limit = Number(request.ceiling)
  const exceeded = findExceeded(
    {
      amount: Number(request.gas),
      pools: isEnrolled ? [limit] : [halfOf(limit), limit],
      payerParts: isForKeysOnly ? keyParts : networkParts,
      creatorParts: 20,
    },
    {
      ofPools: (isEnrolled ? [taken.total] : [taken.unenrolled, taken.total]).map(Number),
      ofPayer: Number(taken.ofPayer),
      ofSite: Number(taken.ofSite),
      ofCreator: Number(taken.ofCreator),
    },
  )
  return exceeded && names[exceeded]
}

const names: Record<Exceeded, GasShare> = { day: 'day', pool: 'strangers', payer: 'payer', creator: 'creator' }

export interface GasPayer {
  /** The hash of a client network, or the root id of an API key. */
  payer: string
  /** The hash of the network's IPv6 /48; null for IPv4, and if a key pays. */
  site: string | null
  isEnrolled: boolean
}

export interface GasCharge extends GasPayer {
  /** The attestation of this score isn't counted. */
  scoreId: string
  creator: string
}

/** Makes reservations and signatures of all replicas wait until the transaction ends. */
export const lockDailyGas = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('daily gas', 70))`.execute(tx)

/** Counts the used or estimated gas of signed attestations and the reserved gas of queued ones. */
export async function sumGasSince(tx: Tx, since: Date, charge: GasCharge): Promise<GasTaken> {
  const { scoreId, payer, site, isEnrolled, creator } = charge
  const { rows } = await sql<Record<keyof GasTaken, string>>`
    with counted as (
      select job_id, max(estimated_gas) as estimated from attestation_transactions where signed_at >= ${since} group by job_id
      union all
      select id, null from attestation_jobs where kind = 'attest' and state = 'queued' and not exists (
        select from attestation_transactions where job_id = attestation_jobs.id and signed_at >= ${since})),
    spent as (
      select coalesce(gas_used, estimated, reserved_gas, 0) as gas, coalesce(is_enrolled, false) as enrolled,
        coalesce(is_enrolled, false) = ${isEnrolled}::boolean as alike, payer, site, recipient
      from counted join attestation_jobs on attestation_jobs.id = counted.job_id join attestations on attestations.job_id = attestation_jobs.id
      where kind = 'attest' and subject <> ${scoreId})
    select coalesce(sum(gas), 0)::text as total,
      coalesce(sum(gas) filter (where not enrolled), 0)::text as unenrolled,
      coalesce(sum(gas) filter (where alike and payer = ${payer}), 0)::text as "ofPayer",
      coalesce(sum(gas) filter (where alike and site = ${site}), 0)::text as "ofSite",
      coalesce(sum(gas) filter (where alike and recipient = ${creator}), 0)::text as "ofCreator"
    from spent`.execute(tx)
  const [row] = rows
  return {
    total: BigInt(row?.total ?? 0),
    unenrolled: BigInt(row?.unenrolled ?? 0),
    ofPayer: BigInt(row?.ofPayer ?? 0),
    ofSite: BigInt(row?.ofSite ?? 0),
    ofCreator: BigInt(row?.ofCreator ?? 0),
  }
}

/** The gas of the day's attestations as `checkDailyGas` counts it: at most the `maxCounted` latest signed and as many queued. */
export async function sumDayGas(db: Db, since: Date): Promise<Pick<GasTaken, 'total' | 'unenrolled'>> {
  const { rows } = await sql<{ total: string; unenrolled: string }>`
    with signed as (
      select job_id, max(estimated_gas) as estimated from (
        select job_id, estimated_gas from attestation_transactions where signed_at >= ${since}
        order by signed_at desc limit ${maxCounted}) as latest
      group by job_id),
    queued as (
      select id as job_id, null::bigint as estimated from attestation_jobs
      where kind = 'attest' and state = 'queued' and not exists (select from signed where job_id = attestation_jobs.id)
      order by next_attempt_at limit ${maxCounted})
    select coalesce(sum(coalesce(gas_used, estimated, reserved_gas, 0)), 0)::text as total,
      coalesce(sum(coalesce(gas_used, estimated, reserved_gas, 0)) filter (where not coalesce(is_enrolled, false)), 0)::text
        as unenrolled
    from (select * from signed union all select * from queued) as counted
      join attestation_jobs on attestation_jobs.id = counted.job_id
    where kind = 'attest'`.execute(db)
  return { total: BigInt(rows[0]?.total ?? 0), unenrolled: BigInt(rows[0]?.unenrolled ?? 0) }
}

export async function reserveGas(tx: Tx, scoreId: string, { payer, site, isEnrolled }: GasPayer, gas: bigint) {
  await tx
    .updateTable('attestation_jobs')
    .set({ payer, site, is_enrolled: isEnrolled, reserved_gas: String(gas) })
    .where('kind', '=', 'attest')
    .where('subject', '=', scoreId)
    .execute()
}

/** Undefined: an operator requested the attestation, which counts against no share. */
export async function findGasCharge(tx: Tx, scoreId: string): Promise<GasCharge | undefined> {
  const row = await tx
    .selectFrom('attestation_jobs')
    .innerJoin('attestations', 'attestations.job_id', 'attestation_jobs.id')
    .select(['payer', 'site', 'is_enrolled', 'recipient'])
    .where('kind', '=', 'attest')
    .where('subject', '=', scoreId)
    .executeTakeFirst()
  if (!row || row.payer === null) return undefined
  return { scoreId, payer: row.payer, site: row.site, isEnrolled: row.is_enrolled ?? false, creator: row.recipient }
}
