import { sql } from 'kysely'
import { proofKinds } from '../../contract/schemas/token.ts'
import type { Db, Tx } from '../database/db.ts'
import { foldName } from './rules/fold-name.ts'
import type { Proof, SubmittedContract } from './prove-token.ts'
import { type Verified, toVerifiedColumns } from '../scoring/verify-signature.ts'

export type BindingState = 'pending' | 'proven' | 'unproven' | 'replaced' | 'corrected'
export type Excluded = 'scored_after_creation' | 'too_old' | 'not_final' | 'named_unsigned' | 'renamed'

/** A scored launch, as far as a binding needs it. */
export interface BoundLaunch {
  /** null: it isn't enrolled. */
  enrollmentId: string | null
  scoreId: string
  submissionId: string
  /** Lower case. */
  creatorAddress: string
  name: string
  symbol: string
  /** As submitted, in lower case; null: none was. */
  contractAddress: string | null
  scoredAt: Date
  enrolledAt: Date | null
  /** When the score's attestation was on the chain; null: it isn't. */
  attestedAt: Date | null
  hiddenReason: string | null
}

/** Finds a launch by the id of its enrollment or of its score (D28). */
export const findBoundLaunch = (db: Db | Tx, id: string): Promise<BoundLaunch | undefined> =>
  selectLaunches(db)
    .where('s.id', '=', sql<string>`coalesce((select score_id from enrollments where id = ${id}), ${id}::uuid)`)
    .executeTakeFirst()

const selectLaunches = (db: Db | Tx) =>
  db
    .selectFrom('scores as s')
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .leftJoin('enrollments as e', 'e.score_id', 's.id')
    .leftJoin('attestations as a', 'a.score_id', 's.id')
    .select(['e.id as enrollmentId', 's.id as scoreId', 's.submission_id as submissionId'])
    .select(['u.creator_address as creatorAddress', 'u.name', 'u.symbol', 's.created_at as scoredAt'])
    .select('u.contract_address as contractAddress')
    .select(['e.enrolled_at as enrolledAt', 'a.published_at as attestedAt', 'u.hidden_reason as hiddenReason'])

/** null: none was, or it is the token itself. */
export async function findSubmittedContract(
  db: Db,
  { scoreId, contractAddress: address, scoredAt }: BoundLaunch,
  token: string,
): Promise<SubmittedContract | null> {
  if (address === null || address === token) return null
  const { rows } = await sql<{ wasKnown: boolean }>`
    select is_deployer or measured_contract is not null as "wasKnown"
    from scores where id = ${scoreId}`.execute(db)
  return { address, scoredAt, wasKnown: rows[0]?.wasKnown === true }
}

export interface BindingRow {
  id: string
  scoreId: string
  enrollmentId: string | null
  submissionId: string
  chainId: number
  /** Lower case, as is `creatorAddress`. */
  token: string
  creatorAddress: string
  state: BindingState
  excluded: Excluded | null
  origin: 'found' | 'signed'
  /** The six lines and their signature; null: the service found the binding. */
  message: string | null
  signature: Buffer | null
  creationHint: string | null
  name: string | null
  symbol: string | null
  venue: string | null
  /** Its launchpad sells it on a curve first. */
  hasCurve: boolean
  /** What its launchpad put around the name that its creator gave. */
  namePrefix: string
  nameSuffix: string
  creationTx: string | null
  creationBlock: number | null
  createdAt: Date | null
  isAnchored: boolean
  boundAt: Date
}

const columns = [
  'id',
  'score_id as scoreId',
  'enrollment_id as enrollmentId',
  'submission_id as submissionId',
  'token',
  'creator_address as creatorAddress',
  'message',
  'signature',
  'creation_hint as creationHint',
  'name',
  'symbol',
  'venue',
  'has_curve as hasCurve',
  'name_prefix as namePrefix',
  'name_suffix as nameSuffix',
  'creation_tx as creationTx',
  'created_block_at as createdAt',
  'is_anchored as isAnchored',
  'bound_at as boundAt',
] as const

const selectBindings = (db: Db | Tx) =>
  db
    .selectFrom('token_bindings')
    .select(columns)
    .select([
      sql<number>`chain_id::int`.as('chainId'),
      sql<number | null>`creation_block::float8`.as('creationBlock'),
      sql<BindingState>`state`.as('state'),
      sql<Excluded | null>`excluded`.as('excluded'),
      sql<BindingRow['origin']>`origin`.as('origin'),
    ])

/**
 * The binding that a launch shows: the proven one, or else the newest that its creator signed or that was proven once. A token
 * that the service found is nobody's to see until it is proven: a stranger can name any wallet.
 */
export const findShownBinding = (db: Db | Tx, submissionId: string): Promise<BindingRow | undefined> =>
  selectShown(db).where('submission_id', '=', submissionId).executeTakeFirst()

/** That of a score's submission. */
export const findShownBindingOf = (db: Db, scoreId: string): Promise<BindingRow | undefined> =>
  selectShown(db)
    .where('submission_id', '=', (where) =>
      where.selectFrom('scores').select('submission_id').where('id', '=', scoreId),
    )
    .executeTakeFirst()

const selectShown = (db: Db | Tx) =>
  selectBindings(db)
    .where((where) =>
      where.or([
        where('origin', '=', sql.lit('signed')),
        where('state', 'in', [sql.lit('proven'), sql.lit('corrected')]),
      ]),
    )
    .orderBy(sql`state = 'proven'`, 'desc')
    .orderBy('bound_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

type ClaimKey = Pick<BindingRow, 'submissionId' | 'chainId' | 'token'>

/** The claim of one submission on one token. */
export const findClaim = (db: Db | Tx, key: ClaimKey): Promise<BindingRow | undefined> =>
  selectClaim(db, key).executeTakeFirst()

/** Locks that claim until the transaction ends. */
export const lockClaim = (tx: Tx, key: ClaimKey): Promise<BindingRow | undefined> =>
  selectClaim(tx, key).forUpdate().executeTakeFirst()

const selectClaim = (db: Db | Tx, { submissionId, chainId, token }: ClaimKey) =>
  selectBindings(db)
    .where('submission_id', '=', submissionId)
    .where('chain_id', '=', String(chainId))
    .where('token', '=', token)

/** The creator's six lines with their signature. */
export interface SignedClaim {
  message: string
  signature: string
  verified: Verified
}

interface NewBinding {
  id: string
  launch: Pick<BoundLaunch, 'scoreId' | 'submissionId' | 'enrollmentId' | 'creatorAddress'>
  chainId: number
  /** Lower case. */
  token: string
  /** null: the service found the token. */
  signed: SignedClaim | null
  creationHint: string | null
  nextCheckAt: Date
  boundAt: Date
}

/** Stores a pending binding, which the chain has yet to prove. Returns false when this claim is already there. */
export async function insertBinding(tx: Db | Tx, row: NewBinding): Promise<boolean> {
  const { launch, signed } = row
  const inserted = await tx
    .insertInto('token_bindings')
    .values({
      id: row.id,
      score_id: launch.scoreId,
      submission_id: launch.submissionId,
      enrollment_id: launch.enrollmentId,
      chain_id: String(row.chainId),
      token: row.token,
      creator_address: launch.creatorAddress,
      origin: signed ? 'signed' : 'found',
      state: 'pending',
      ...(signed && toSignedColumns(signed)),
      creation_hint: row.creationHint,
      next_check_at: row.nextCheckAt,
      bound_at: row.boundAt,
    })
    .onConflict((conflict) => conflict.columns(['submission_id', 'chain_id', 'token']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

const toSignedColumns = ({ message, signature, verified }: SignedClaim) => ({
  message,
  signature: Buffer.from(signature.slice(2), 'hex'),
  ...toVerifiedColumns(verified),
})

/** Locks a binding in one of these states until the transaction ends; undefined: another process has decided it. */
export const lockBinding = (tx: Tx, id: string, states: BindingState[]): Promise<BindingRow | undefined> =>
  selectBindings(tx).where('id', '=', id).where('state', 'in', states).forUpdate().executeTakeFirst()

interface Decided {
  state: 'proven' | 'unproven'
  excluded: Excluded | null
  /** A launchpad only names the wallet, which has signed nothing, whatever else excludes the binding. */
  isNamedUnsigned: boolean
  isAnchored: boolean
  creation: {
    creationTx: string
    creationBlock: bigint
    creationSender: string | null
    createdAt: Date
    venue: string | null
    hasCurve: boolean
    nameAffix: { prefix: string; suffix: string }
    name: string | null
    symbol: string | null
  } | null
}

export async function updateDecided(
  tx: Tx,
  id: string,
  { state, excluded, isNamedUnsigned, isAnchored, creation }: Decided,
): Promise<void> {
  await tx
    .updateTable('token_bindings')
    .set({
      state,
      excluded,
      is_named_unsigned: isNamedUnsigned,
      is_anchored: isAnchored,
      next_check_at: null,
      ...(creation && {
        creation_tx: creation.creationTx,
        creation_block: String(creation.creationBlock),
        creation_sender: creation.creationSender,
        created_block_at: creation.createdAt,
        venue: creation.venue,
        has_curve: creation.hasCurve,
        name_prefix: creation.nameAffix.prefix,
        name_suffix: creation.nameAffix.suffix,
        name: creation.name,
        symbol: creation.symbol,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** Makes an ended claim one to prove again, by the creator's signature. Returns false when it isn't an ended one. */
export async function updateReopened(
  tx: Tx,
  id: string,
  { launch, signed, creationHint, nextCheckAt, boundAt }: Omit<NewBinding, 'id' | 'signed'> & { signed: SignedClaim },
): Promise<boolean> {
  const reopened = await tx
    .updateTable('token_bindings')
    .set({
      origin: 'signed',
      state: 'pending',
      excluded: null,
      is_named_unsigned: false,
      ...toSignedColumns(signed),
      score_id: launch.scoreId,
      enrollment_id: launch.enrollmentId,
      ...(creationHint !== null && { creation_hint: creationHint }),
      next_check_at: nextCheckAt,
      bound_at: boundAt,
    })
    .where('id', '=', id)
    .where('state', '=', 'unproven')
    .returning('id')
    .executeTakeFirst()
  return reopened !== undefined
}

/** Ends a claim without a proof, whatever its state but `proven`. */
export async function updateGivenUp(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('token_bindings')
    .set({ state: 'unproven', next_check_at: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Adds the creator's signature to a found binding; a wallet that signs is no longer one that others only name. */
export async function updateConfirmed(
  tx: Tx,
  id: string,
  { enrollmentId, ...signed }: SignedClaim & { enrollmentId: string | null },
): Promise<void> {
  await tx
    .updateTable('token_bindings')
    .set({
      origin: 'signed',
      ...toSignedColumns(signed),
      enrollment_id: enrollmentId,
      excluded: sql`nullif(excluded, 'named_unsigned')`,
      is_named_unsigned: false,
    })
    .where('id', '=', id)
    .where('origin', '=', 'found')
    .where('state', 'in', ['pending', 'proven'])
    .execute()
}

export const findBinding = (db: Db | Tx, id: string): Promise<BindingRow | undefined> =>
  selectBindings(db).where('id', '=', id).executeTakeFirst()

/** A proven binding that shuts another one out. */
export interface Rival {
  id: string
  /** `token`: of the same token to another launch; `launch`: of the same launch to another token. */
  by: 'token' | 'launch'
  scoreId: string
  /** Lower case, as is `creatorAddress`. */
  token: string
  creatorAddress: string
}

const toRival = ({ id, scoreId, token, creatorAddress }: Omit<Rival, 'by'>): Omit<Rival, 'by'> => ({
  id,
  scoreId,
  token,
  creatorAddress,
})

/** The rival of a binding; one of the same token comes first. */
export async function findRival(db: Db | Tx, { submissionId, chainId, token }: ClaimKey): Promise<Rival | null> {
  const rows = await db
    .selectFrom('token_bindings')
    .select([
      'id',
      'submission_id as submissionId',
      'token',
      'score_id as scoreId',
      'creator_address as creatorAddress',
    ])
    .where('state', '=', sql.lit('proven'))
    .where((where) =>
      where.or([
        where.and([where('chain_id', '=', String(chainId)), where('token', '=', token)]),
        where('submission_id', '=', submissionId),
      ]),
    )
    .execute()
  const ofToken = rows.find((row) => row.token === token && row.submissionId !== submissionId)
  if (ofToken) return { ...toRival(ofToken), by: 'token' }
  const ofLaunch = rows.find((row) => row.submissionId === submissionId && row.token !== token)
  return ofLaunch ? { ...toRival(ofLaunch), by: 'launch' } : null
}

/** Transactions that prove bindings of the same token or launch wait for each other. */
export async function lockRivals(tx: Tx, { submissionId, token }: Omit<ClaimKey, 'chainId'>): Promise<void> {
  for (const key of [submissionId, token].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`token binding ${key}`}, 0))`.execute(tx)
}

/** Ends a proven binding and its observations. Returns false when it was not proven. */
export async function updateEnded(tx: Tx, id: string, state: 'replaced' | 'corrected'): Promise<boolean> {
  const ended = await tx
    .updateTable('token_bindings')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', sql.lit('proven'))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await tx
    .updateTable('watches')
    .set({ next_look_at: null, closed: state })
    .where('binding_id', '=', id)
    .where('closed', 'is', null)
    .execute()
  return true
}

/**
 * Leases due pending bindings, one of each creator in turn, so that a creator with many claims delays only their own. No other
 * replica checks them until they are due again: after a minute, later after an eighth of their age, and at the end.
 */
export async function leasePending(
  db: Db,
  { now, maxPendingMs, limit }: { now: Date; maxPendingMs: number; limit: number },
): Promise<Lease[]> {
  const { rows } = await sql<Lease>`
    with due as (
      select id, row_number() over (partition by creator_address order by next_check_at, id) as turn, next_check_at
      from token_bindings where state = 'pending' and next_check_at <= ${now}),
    leased as (
      select id from token_bindings where id in (select id from due order by turn, next_check_at limit ${limit})
      and state = 'pending' and next_check_at <= ${now} for update skip locked)
    update token_bindings set next_check_at = ${now}::timestamptz + greatest(interval '1 minute',
      least((${now}::timestamptz - bound_at) / 8, bound_at + ${maxPendingMs} * interval '1 millisecond' - ${now}::timestamptz))
    where id in (select id from leased) returning id, next_check_at::text as until`.execute(db)
  return rows
}

/** The pending claims of a launch that its creator signed. */
export async function countPending(tx: Tx, submissionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('token_bindings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'pending')
    .where('origin', '=', 'signed')
    .executeTakeFirstOrThrow()
  return count
}

interface Lease {
  id: string
  /** As text, because a Date has no microseconds. */
  until: string
}

/** Makes bindings whose leases weren't used due now. */
export async function returnLeases(db: Db, leases: Lease[], now: Date): Promise<void> {
  const [ids, untils] = [leases.map(({ id }) => id), leases.map(({ until }) => until)]
  await sql`
    update token_bindings set next_check_at = ${now}
    from unnest(${ids}::uuid[], ${untils}::timestamptz[]) as lease (id, until)
    where token_bindings.id = lease.id and next_check_at = lease.until and state = 'pending'`.execute(db)
}

/** Gives a pending binding the transaction to look for, and has it checked at a time unless it is due before. */
export const updateHint = async (
  tx: Tx,
  id: string,
  { creationHint, checkAt }: { creationHint: string; checkAt: Date },
): Promise<void> => {
  await tx
    .updateTable('token_bindings')
    .set({ creation_hint: creationHint, next_check_at: sql`least(next_check_at, ${checkAt}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

interface ProofRow extends Omit<Proof, 'kind'> {
  kind: Proof['kind'] | 'signature'
  shownAt: Date
}

/** Sorts proofs by `kind`, the strongest first. */
export const byStrength = sql`array_position(${[...proofKinds]}::text[], kind)`

export async function insertProofs(tx: Tx, bindingId: string, proofs: ProofRow[]): Promise<void> {
  if (proofs.length === 0) return
  await tx
    .insertInto('token_proofs')
    .values(
      proofs.map(({ kind, txHash, blockNumber, call, shownAt }) => ({
        binding_id: bindingId,
        kind,
        tx_hash: txHash,
        block_number: blockNumber === null ? null : String(blockNumber),
        call,
        shown_at: shownAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['binding_id', 'kind']).doNothing())
    .execute()
}

export interface ShownProof extends Omit<ProofRow, 'blockNumber'> {
  blockNumber: number | null
}

/** The strongest proof first. */
export const listBindingProofs = (db: Db | Tx, bindingId: string): Promise<ShownProof[]> =>
  db
    .selectFrom('token_proofs')
    .select(['tx_hash as txHash', 'call', 'shown_at as shownAt'])
    .select([sql<ProofRow['kind']>`kind`.as('kind'), sql<number | null>`block_number::float8`.as('blockNumber')])
    .where('binding_id', '=', bindingId)
    .orderBy(byStrength)
    .execute()

/** A final score that may be the one of a token. */
export interface EligibleLaunch {
  scoreId: string
  submissionId: string
  enrollmentId: string | null
  name: string
  symbol: string
}

interface EarlierLaunches {
  /** Lower case, as is `token`. */
  wallet: string
  chainId: number
  token: string
  /** Scored at this time or later. */
  from: Date
  /** Scored before. */
  until: Date
}

/**
 * A wallet's final scores of a time that have no proven token, and whose claim on this one hasn't been decided: the enrolled
 * ones first, each kind with the oldest first.
 */
export async function listEarlierLaunches(
  db: Db | Tx,
  { wallet, chainId, token, from, until }: EarlierLaunches,
): Promise<EligibleLaunch[]> {
  const { rows } = await sql<EligibleLaunch>`
    select s.id as "scoreId", s.submission_id as "submissionId", e.id as "enrollmentId", u.name, u.symbol
    from submissions u join scores s on s.submission_id = u.id left join enrollments e on e.score_id = s.id
    where u.creator_address = ${wallet} and s.created_at >= ${from} and s.created_at < ${until}
      and not s.has_stubs and not s.is_test
      and not exists (
        select from token_bindings b where b.submission_id = s.submission_id
          and (b.state = 'proven' or b.chain_id = ${chainId} and b.token = ${token} and b.state <> 'pending'))
    order by e.enrolled_at nulls last, s.created_at, s.id limit 1000`.execute(db)
  return rows
}

/** Gives a pending binding that the service found to another launch. Returns false when that launch has such a claim itself. */
export async function moveFound(
  tx: Tx,
  id: string,
  { scoreId, submissionId, enrollmentId }: EligibleLaunch,
): Promise<boolean> {
  const { rows } = await sql`
    update token_bindings b set score_id = ${scoreId}, submission_id = ${submissionId}, enrollment_id = ${enrollmentId}
    where b.id = ${id} and b.state = 'pending' and b.origin = 'found' and not exists (
      select from token_bindings o where o.submission_id = ${submissionId} and o.chain_id = b.chain_id and o.token = b.token
        and o.id <> b.id)
    returning b.id`.execute(tx)
  return rows.length > 0
}

/** A binding with what follows from it. */
export interface ListedBinding {
  id: string
  scoreRequestId: string
  chainId: number
  /** Lower case, as is `creator`. */
  token: string
  creator: string
  origin: 'found' | 'signed'
  state: BindingState
  excluded: Excluded | null
  boundAt: Date
  tradingSince: Date | null
  /** null: it isn't watched, or no longer. */
  nextObservationAt: Date | null
  closed: string | null
  /** The latest decided outcome. */
  outcome: { horizon: string; outcome: string; cause: string | null } | null
}

/** The newest bindings, of one state or of all. */
export async function listNewestBindings(
  db: Db,
  { state, limit }: { state: BindingState | null; limit: number },
): Promise<ListedBinding[]> {
  const { rows } = await sql<ListedBinding>`
    select b.id, b.score_id as "scoreRequestId", b.chain_id::int as "chainId", b.token, b.creator_address as creator,
      b.origin, b.state, b.excluded, b.bound_at as "boundAt", w.trading_since as "tradingSince",
      w.next_look_at as "nextObservationAt", w.closed, (
        select json_build_object('horizon', o.horizon, 'outcome', o.outcome, 'cause', o.cause) from outcomes o
        where o.binding_id = b.id order by o.decided_at desc, array_position(array['24h', '7d', '30d', '90d'], o.horizon) desc
        limit 1) as outcome
    from token_bindings b left join watches w on w.binding_id = b.id
    where ${state}::text is null or b.state = ${state}
    order by b.bound_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

interface Scored {
  /** Lower case. */
  creatorAddress: string
  name: string
  scoredAt: Date
}

/** The final scores of the same creator and folded name before this one. */
export async function countEarlierScores(db: Db, { creatorAddress, name, scoredAt }: Scored): Promise<number> {
  const names = await listEarlierNames(db, creatorAddress, scoredAt)
  return names.filter((earlier) => foldName(earlier) === foldName(name)).length
}

/** The names under which a wallet had final scores before a time. */
async function listEarlierNames(db: Db, creatorAddress: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.name from submissions u join scores s on s.submission_id = u.id
    where u.creator_address = ${creatorAddress} and s.created_at < ${before} and not s.has_stubs and not s.is_test
    limit 10000`.execute(db)
  return rows.map(({ name }) => name)
}
