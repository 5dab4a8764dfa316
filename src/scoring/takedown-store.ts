import { sql } from 'kysely'
import type { TakedownAction, TakedownKind } from '../database/column-types.ts'
import type { Db, Tx } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import type { Image } from '../providers/images/images.ts'
import { type FoldedNames, cutForSearch } from './search-names.ts'

interface Subject {
  kind: TakedownKind
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

/** Which of the creators (lower-case addresses) are taken down. */
export async function listHiddenCreators(db: Db, creators: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    select subject from takedowns where kind = 'creator' and subject = any(${creators}::text[])`.execute(db)
  return new Set(rows.map(({ subject }) => subject))
}

/** A launch by its creator (lower-case address) and its folded names. */
interface Launch {
  creatorAddress: string
  names: FoldedNames
}

interface LaunchTakedown {
  reason: string
  /** The creator, or a submission of theirs with these names, is taken down; otherwise the picture decides. */
  isForCreator: boolean
}

/** Finds a take-down that covers a creator's new submission with these names, or may cover it by its picture. */
export async function findLaunchTakedown(
  db: Db,
  { creatorAddress, names }: Launch,
): Promise<LaunchTakedown | undefined> {
  const { name, symbol } = cutForSearch(names)
  const { rows } = await sql<LaunchTakedown>`
    select reason, kind = 'creator' or creator_address = ${creatorAddress} as "isForCreator" from takedowns
    where (kind = 'creator' and subject = ${creatorAddress})
      or (launch_name = ${name} and launch_symbol = ${symbol} and (is_for_everybody or creator_address = ${creatorAddress}))
    order by "isForCreator" desc limit 1`.execute(db)
  return rows[0]
}

/** Fingerprints of near-identical images differ in no more bits. */
const maxDifferingBits = 6

/** The image's features must be stored. */
export async function findPictureTakedown(
  db: Db,
  { names, imageHash }: { names: FoldedNames; imageHash: string },
): Promise<string | undefined> {
  const { name, symbol } = cutForSearch(names)
  const { rows } = await sql<{ reason: string }>`
    select reason from takedowns as hidden left join image_looks as look on look.image_hash = ${imageHash}
    where launch_name = ${name} and launch_symbol = ${symbol} and is_for_everybody
      and (hidden.image_hash = ${imageHash}
        or bit_count((hidden.fingerprint # look.fingerprint)::bit(64)) <= ${sql.lit(maxDifferingBits)})
    limit 1`.execute(db)
  return rows[0]?.reason
}

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
}

/** The submission of a score, with what its take-down covers. */
interface NamedSubmission {
  id: string
  creatorAddress: string
  /** null: not computed yet, so a take-down covers this submission alone. */
  identity: Buffer | null
}

export const findNamedSubmission = (db: Db, scoreId: string): Promise<NamedSubmission | undefined> =>
  db
    .selectFrom('submissions')
    .innerJoin('scores', 'scores.submission_id', 'submissions.id')
    .select(['submissions.id', 'creator_address as creatorAddress', 'identity'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()

/**
 * Locks a submission and all others of the launch that its take-down covers. Concurrent re-scores and new submissions
 * wait until the transaction ends.
 */
export async function lockSameLaunch(
  tx: Tx,
  { id, creatorAddress, identity }: NamedSubmission,
  isForEverybody: boolean,
): Promise<LockedSubmission[]> {
  await sql`lock table submissions in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('submissions')
    .select(['id', 'image_hash as imageHash'])
    .where((where) =>
      where.or([
        where('id', '=', id),
        where.and([
          where('identity', '=', identity),
          ...(isForEverybody ? [] : [where('creator_address', '=', creatorAddress)]),
        ]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks a submission against take-downs until the transaction ends, and returns the reason if it is taken down. Locks
 * the table first, as `lockSubmission` does.
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

/** New submissions of anybody wait until the transaction ends. */
export async function lockSubmissionsOf(tx: Tx, creatorAddress: string): Promise<LockedSubmission[]> {
  await sql`lock table submissions in share row exclusive mode`.execute(tx)
  return tx
    .selectFrom('submissions')
    .select(['id', 'image_hash as imageHash'])
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

/** Records which launch the take-down covers, while its image still has features. */
export async function updateCoverage(
  tx: Tx,
  { id, isForEverybody }: { id: string; isForEverybody: boolean },
): Promise<void> {
  await sql`update takedowns set creator_address = s.creator_address, identity = s.identity, image_hash = s.image_hash,
      launch_name = n.name, launch_symbol = n.symbol, fingerprint = coalesce(l.fingerprint, takedowns.fingerprint),
      is_for_everybody = ${isForEverybody}
    from submissions as s left join launch_names as n on n.identity = s.identity
      left join image_looks as l on l.image_hash = s.image_hash
    where kind = 'submission' and subject = s.id::text and s.id = ${id}`.execute(tx)
}

export async function deleteCreatorTakedown(tx: Tx, creatorAddress: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('takedowns')
    .where('kind', '=', 'creator')
    .where('subject', '=', creatorAddress)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns null if there was none. */
export async function deleteCoveringTakedowns(
  tx: Tx,
  { id, creatorAddress, identity }: NamedSubmission,
): Promise<{ wasForEverybody: boolean } | null> {
  const { rows } = await sql<{ wasForEverybody: boolean }>`
    delete from takedowns where kind = 'submission' and (subject = ${id}
      or (identity = ${identity} and (is_for_everybody or creator_address = ${creatorAddress})))
    returning is_for_everybody as "wasForEverybody"`.execute(tx)
  return rows.length === 0 ? null : { wasForEverybody: rows.some(({ wasForEverybody }) => wasForEverybody) }
}

/**
 * Applies the take-downs; a trigger updates the rankings. Returns the locked submissions that were hidden or shown: of
 * others only the reason may have changed.
 */
export async function updateHiddenReasons(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with changed as (
      update submissions as now set hidden_reason = find_hidden_reason(now.id, now.creator_address, now.identity)
      from submissions as before
      where now.id = any(${ids}) and before.id = now.id
        and now.hidden_reason is distinct from find_hidden_reason(now.id, now.creator_address, now.identity)
      returning now.id, (before.hidden_reason is null) <> (now.hidden_reason is null) as is_turned)
    select id from changed where is_turned order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks images, so that a submission that is being stored with one of them counts. Images are locked before rankings,
 * as scorings do.
 */
export async function lockImages(tx: Tx, hashes: string[]): Promise<void> {
  await sql`select hash from images where hash = any(${hashes}) order by hash for update`.execute(tx)
}

/** Deletes the bytes and features of locked images that no visible submission uses. */
export async function deleteHiddenImages(tx: Tx, hashes: string[]): Promise<void> {
  await sql`with deleted as (
      update images set bytes = null, has_look = false where hash = any(${hashes}) and bytes is not null
        and not exists (select from submissions where image_hash = images.hash and hidden_reason is null)
      returning hash)
    delete from image_looks using deleted where image_hash = deleted.hash`.execute(tx)
}

/** The features were deleted with the bytes, and may have been stored again since. */
export async function updateDeletedBytes(tx: Tx, { hash, bytes }: Pick<Image, 'hash' | 'bytes'>): Promise<void> {
  await sql`update images set bytes = ${bytes}, has_look = exists (select from image_looks where image_hash = ${hash})
    where hash = ${hash} and bytes is null`.execute(tx)
}

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
  /** Covers everybody's submissions of the launch, not only the creator's. */
  isForEverybody: boolean
  action: TakedownAction
  reason: string
  actor: string
  doneAt: Date
}

export async function insertLogEntry(tx: Tx, { scoreId, isForEverybody, doneAt, ...entry }: LogEntry): Promise<void> {
  await tx
    .insertInto('takedown_log')
    .values({ ...entry, score_id: scoreId, is_for_everybody: isForEverybody, done_at: doneAt })
    .execute()
}

export function listLogEntries(db: Db, { limit, after }: PageRequest): Promise<(LogEntry & { isHidden: boolean })[]> {
  const entries = db
    .selectFrom('takedown_log as l')
    .leftJoin('takedowns as t', (join) => join.onRef('t.kind', '=', 'l.kind').onRef('t.subject', '=', 'l.subject'))
    .select([
      'l.id',
      'l.kind',
      'l.subject',
      'l.score_id as scoreId',
      'l.is_for_everybody as isForEverybody',
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

export async function announceTakedown(tx: Tx): Promise<void> {
  await sql`select pg_notify(${takedownChannel}, '')`.execute(tx)
}
