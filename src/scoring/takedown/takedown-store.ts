import { sql } from 'kysely'
import type { TakedownAction, TakedownKind } from '../../database/column-types.ts'
import type { Db, Tx } from '../../database/db.ts'
import type { PageRequest } from '../../platform/http/paging.ts'
import type { Image } from '../../providers/images/images.ts'

interface Subject {
  kind: TakedownKind
  /** The id of a submission, or an address in lower case. */
  subject: string
}

export const takedownChannel = 'takedowns'

/** The reason that a creator (lower-case address) is taken down for. */
export async function findCreatorTakedown(db: Db, creatorAddress: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('takedowns')
    .select('reason')
    .where('kind', '=', 'creator')
    .where('subject', '=', creatorAddress)
    .executeTakeFirst()
  return row?.reason
}

/** The reason that the bytes of an image were deleted for, unless a submission with it is shown again. */
export async function findImageTakedown(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('images')
    .innerJoin('submissions', 'submissions.image_hash', 'images.hash')
    .select('hidden_reason as reason')
    .where('hash', '=', hash)
    .where('bytes', 'is', null)
    .where('hidden_reason', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.reason ?? undefined
}

export interface LockedSubmission {
  id: string
  imageHash: string
  creatorAddress: string
}

/**
 * Locks the submission of a score, so that a re-score that is being stored waits. The table comes first, as it does when a
 * creator is taken down; no lock conflicts with that of an enrollment, which waits for the table while it holds the row's key.
 */
export async function lockSubmission(tx: Tx, scoreId: string): Promise<LockedSubmission | undefined> {
  await sql`lock table submissions in row exclusive mode`.execute(tx)
  return tx
    .selectFrom('submissions')
    .select(['id', 'image_hash as imageHash', 'creator_address as creatorAddress'])
    .where('id', '=', (scores) => scores.selectFrom('scores').select('submission_id').where('scores.id', '=', scoreId))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks a submission, so that its take-down waits until the transaction ends. Returns the reason if it is taken down already.
 * The table comes first, as in `lockSubmission`: the transaction may update the submission later.
 */
export async function lockHiddenReason(tx: Tx, submissionId: string): Promise<string | null> {
  await sql`lock table submissions in row exclusive mode`.execute(tx)
  const row = await tx
    .selectFrom('submissions')
    .select('hidden_reason as hiddenReason')
    .where('id', '=', submissionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row.hiddenReason
}

/** The reason that a submission is taken down for. */
export async function findHiddenReason(db: Db, submissionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('submissions')
    .select('hidden_reason as hiddenReason')
    .where('id', '=', submissionId)
    .executeTakeFirstOrThrow()
  return row.hiddenReason
}

/** Locks all submissions of a creator; new ones of anybody wait until the transaction ends. */
export async function lockSubmissionsOf(tx: Tx, creatorAddress: string): Promise<LockedSubmission[]> {
  await sql`lock table submissions in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('submissions')
    .select(['id', 'image_hash as imageHash', 'creator_address as creatorAddress'])
    .where('creator_address', '=', creatorAddress)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function upsertTakedown(tx: Tx, row: Subject & { reason: string; hiddenAt: Date }): Promise<void> {
  const { kind, subject, reason, hiddenAt } = row
  await tx
    .insertInto('takedowns')
    .values({ kind, subject, reason, hidden_at: hiddenAt })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ reason }))
    .execute()
}

/** Returns whether there was one. */
export async function deleteTakedown(tx: Tx, { kind, subject }: Subject): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('takedowns')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Hides or shows submissions as the take-downs say; a trigger updates their rankings. */
export async function updateHiddenReasons(tx: Tx, ids: string[]): Promise<void> {
  await sql`update submissions set hidden_reason = find_hidden_reason(id, creator_address)
    where id = any(${ids}) and hidden_reason is distinct from find_hidden_reason(id, creator_address)`.execute(tx)
}

/**
 * Locks images, so that a submission that is being stored with one of them counts. Scorings lock the image before the
 * ranking, and so must a take-down.
 */
export async function lockImages(tx: Tx, hashes: string[]): Promise<void> {
  await sql`select hash from images where hash = any(${hashes}) order by hash for update`.execute(tx)
}

/** Deletes the bytes and the features of locked images that no shown submission has. */
export async function deleteHiddenImages(tx: Tx, hashes: string[]): Promise<void> {
  await sql`with deleted as (
      update images set bytes = null, has_look = false where hash = any(${hashes}) and bytes is not null
        and not exists (select from submissions where image_hash = images.hash and hidden_reason is null)
      returning hash)
    delete from image_looks using deleted where image_hash = deleted.hash`.execute(tx)
}

/**
 * Stores the bytes of a locked image that has none. Its features were deleted with them, and may have been stored again
 * since.
 */
export async function updateDeletedBytes(tx: Tx, { hash, bytes }: Pick<Image, 'hash' | 'bytes'>): Promise<void> {
  await sql`update images set bytes = ${bytes}, has_look = exists (select from image_looks where image_hash = ${hash})
    where hash = ${hash} and bytes is null`.execute(tx)
}

/** The newest scores of shown submissions with one of these images. */
export async function listShownWithImages(db: Db, hashes: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select max(scores.id::text)::uuid as id from submissions join scores on scores.submission_id = submissions.id
    where image_hash = any(${hashes}) and hidden_reason is null
    group by submissions.id order by 1 desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface LogEntry extends Subject {
  id: string
  /** Null for a creator. */
  scoreId: string | null
  action: TakedownAction
  reason: string
  actor: string
  doneAt: Date
}

export async function insertLogEntry(tx: Tx, { scoreId, doneAt, ...entry }: LogEntry): Promise<void> {
  await tx
    .insertInto('takedown_log')
    .values({ ...entry, score_id: scoreId, done_at: doneAt })
    .execute()
}

/** The log, newest first; one more than `limit` when it continues. */
export function listLogEntries(db: Db, { limit, after }: PageRequest): Promise<(LogEntry & { isHidden: boolean })[]> {
  const entries = db
    .selectFrom('takedown_log as l')
    .leftJoin('takedowns as t', (join) => join.onRef('t.kind', '=', 'l.kind').onRef('t.subject', '=', 'l.subject'))
    .select([
      'l.id',
      'l.kind',
      'l.subject',
      'l.score_id as scoreId',
      'action',
      'l.reason',
      'actor',
      'done_at as doneAt',
    ])
    .select(sql<boolean>`t.kind is not null`.as('isHidden'))
    .orderBy('done_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
  return (after ? entries.where(sql<boolean>`(done_at, l.id) < (${after.at}, ${after.id})`) : entries).execute()
}

/** Tells all replicas, when the transaction ends. */
export async function announceTakedown(tx: Tx): Promise<void> {
  await sql`select pg_notify(${takedownChannel}, '')`.execute(tx)
}
