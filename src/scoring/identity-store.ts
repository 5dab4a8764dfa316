import { sql } from 'kysely'
import { parseScore } from '../../contract/schemas/score.ts'
import type { HandleRecord } from '../../contract/signals/schemas.ts'
import { dayMs } from '../../contract/time.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Submission } from '../signals/schemas.ts'
import type { CountedClaims } from '../signals/social.ts'

interface Page {
  after: string
  limit: number
}

export interface Unidentified {
  id: string
  name: string
  symbol: string
  imageHash: string
}

export const listUnidentified = (db: Db, { after, limit }: Page): Promise<Unidentified[]> =>
  db
    .selectFrom('submissions')
    .select(['id', 'name', 'symbol', 'image_hash as imageHash'])
    .where('identity', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function updateIdentity(db: Db, id: string, identity: Buffer): Promise<void> {
  await db.updateTable('submissions').set({ identity }).where('id', '=', id).where('identity', 'is', null).execute()
}

export interface Unnamed {
  id: string
  name: string
  symbol: string
  identity: Buffer
  isSigned: boolean
  createdAt: Date
}

export async function listUnnamed(db: Db, { after, limit }: Page): Promise<Unnamed[]> {
  const rows = await db
    .selectFrom('submissions')
    .select(['id', 'name', 'symbol', 'identity', 'signed_at as signedAt', 'created_at as createdAt'])
    .where('is_named', '=', sql.lit(false)) // a literal, to match the partial index
    .where('identity', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ identity, signedAt, ...row }) =>
    identity ? [{ ...row, identity, isSigned: signedAt !== null }] : [],
  )
}

interface LaunchNames {
  identity: Buffer
  name: string
  symbol: string
  grams: string[]
  isSigned: boolean
  createdAt: Date
}

export async function insertNames(
  db: Db,
  submissionId: string,
  { isSigned, createdAt, ...launch }: LaunchNames,
): Promise<void> {
  await db
    .with('named', (query) =>
      query
        .insertInto('launch_names')
        .values({ ...launch, is_signed: isSigned, created_at: createdAt })
        .onConflict((conflict) =>
          conflict
            .column('identity')
            .doUpdateSet({ is_signed: sql<boolean>`launch_names.is_signed or excluded.is_signed` }),
        ),
    )
    .updateTable('submissions')
    .set({ is_named: true })
    .where('id', '=', submissionId)
    .execute()
}

interface Signing {
  submissionId: string
  handle: string | null
  /** Lower case. */
  creatorAddress: string
  description: string | null
  creatorScore: number
  isMeasured: boolean
}

/** The handles in an enrolled score, and the score of its creator signal. */
export async function getSigning(tx: Tx, scoreId: string): Promise<Signing> {
  const row = await tx
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['submissions.id as submissionId', 'handle', 'creator_address as creatorAddress', 'description', 'body'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirstOrThrow()
  const { creator } = parseScore(row.body).signals
  return { ...row, creatorScore: creator?.score ?? 0, isMeasured: creator?.stub === false }
}

/** Stores the weight of a submission against later ones (D111). */
export async function updateSignerScore(tx: Tx, submissionId: string, signerScore: number): Promise<void> {
  await tx.updateTable('submissions').set({ signer_score: signerScore }).where('id', '=', submissionId).execute()
}

interface SignedHandles extends Pick<Signing, 'submissionId' | 'handle' | 'creatorAddress'> {
  mentions: string[]
  at: Date
}

export async function insertSignedHandles(
  tx: Tx,
  { submissionId, handle, creatorAddress, mentions, at }: SignedHandles,
): Promise<void> {
  const common = { creator_address: creatorAddress, signed_at: at }
  const claims = handle === null ? [] : [{ handle, kind: 'claim' as const, submission_id: submissionId, ...common }]
  const rows = [...claims, ...mentions.map((mentioned) => ({ handle: mentioned, kind: 'mention' as const, ...common }))]
  if (rows.length === 0) return
  await tx
    .insertInto('signed_handles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The record of a submission's handle, by the mentions and claims of the creators that the rules of a prompt version count. */
export async function findHandleRecord(
  db: Db,
  { submission, counted, now }: { submission: HandleOwner; counted: CountedClaims; now: Date },
): Promise<HandleRecord> {
  const { xHandle, creatorAddress } = submission
  const handle = toHandle(xHandle)
  if (handle === null) return { mentions: 0, claimedEarlier: false }
  const use = { handle, creatorAddress }
  return counted === 'established' ? findRecordWithEstablished(db, use, now) : findRecordWithHeld(db, use, now)
}

type HandleOwner = Pick<Submission, 'xHandle' | 'creatorAddress'>

/** A submission's handle in lower case, without `@`. */
export const toHandle = (xHandle: string | null): string | null => xHandle && xHandle.slice(1).toLowerCase()

/** Counts other established creators who signed for a pitch that names a handle in the 7 days before `now` (D75). */
const countMentions = ({ handle, creatorAddress }: HandleUse, now: Date) => {
  const since = (days: number) => new Date(now.getTime() - days * dayMs)
  return sql`(select count(distinct creator_address)::int from signed_handles
    where handle = ${handle} and kind = 'mention' and signed_at > ${since(7)}
      and creator_address <> ${creatorAddress})`
}

interface HandleUse {
  handle: string
  creatorAddress: string
}

const firstOwnClaim = ({ handle, creatorAddress }: HandleUse) => sql`coalesce((select min(signed_at) from signed_handles
  where handle = ${handle} and kind = 'claim' and creator_address = ${creatorAddress}), 'infinity')`

const toClaimsSince = (now: Date): Date => new Date(now.getTime() - 30 * dayMs)

/**
 * Counts mentions in the last 7 days by established creators, and finds an earlier claim by another one in the last 30
 * days (D75).
 */
async function findRecordWithEstablished(db: Db, use: HandleUse, now: Date): Promise<HandleRecord> {
  const { creatorAddress } = use
  const { rows } = await sql<{ mentions: number; claimed_earlier: boolean }>`select
    ${countMentions(use, now)} as mentions,
    exists (select from signed_handles
      where handle = ${use.handle} and kind = 'claim' and signed_at > ${toClaimsSince(now)}
        and creator_address <> ${creatorAddress} and signed_at < ${firstOwnClaim(use)}) as claimed_earlier`.execute(db)
  const [row] = rows
  return { mentions: row?.mentions ?? 0, claimedEarlier: row?.claimed_earlier ?? false }
}

/** A wallet that claims more handles in 30 days claims none (D112). */
const maxHandles = 2
/** At most this many earlier claims of a wallet are read. */
const maxClaims = 100

/**
 * Like `findRecordWithEstablished`, but counts only claims that hold (D112): not those of a wallet with more than two
 * handles in 30 days, and after 30 days only those of launches with a token or a future time. A creator's own first
 * claim answers later ones in any case.
 */
async function findRecordWithHeld(db: Db, use: HandleUse, now: Date): Promise<HandleRecord> {
  const { creatorAddress } = use
  const { rows } = await sql<{ mentions: number; claimed_earlier: boolean }>`
    with claims as (
      select creator_address, signed_at from signed_handles as claim
      where handle = ${use.handle} and kind = 'claim' and creator_address <> ${creatorAddress}
        and (signed_at > ${toClaimsSince(now)}
          or exists (select from submissions where id = claim.submission_id and bound_contract is not null)
          or exists (select from enrollments
            where enrollments.submission_id = claim.submission_id and scheduled_for > ${now}))),
    held as (
      select signed_at from claims where not exists (
        select from (
          select signed_at as start from signed_handles as other
          where kind = 'claim' and other.creator_address = claims.creator_address
            and other.signed_at > claims.signed_at - interval '30 days' and other.signed_at <= claims.signed_at
          order by other.signed_at desc limit ${maxClaims}) as windows
        where (select count(distinct other.handle) from signed_handles as other
          where kind = 'claim' and other.creator_address = claims.creator_address
            and other.signed_at >= start and other.signed_at < start + interval '30 days') > ${maxHandles}))
    select ${countMentions(use, now)} as mentions,
      exists (select from held where signed_at < ${firstOwnClaim(use)}) as claimed_earlier`.execute(db)
  const [row] = rows
  return { mentions: row?.mentions ?? 0, claimedEarlier: row?.claimed_earlier ?? false }
}
