import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { type Verified, toVerifiedColumns } from '../../scoring/wallets/verify-signature.ts'

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

/** The contract that was submitted with a score. */
export interface SubmittedContract {
  /** Lower case. */
  address: string
  scoredAt: Date
  /** The providers knew the contract when the score was made. */
  wasKnown: boolean
}

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
