import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep.ts'
import type { ImageFeatures } from '../../providers/images/images.ts'
import { type SeenView, toKeys } from './picture-views.ts'
import type { Resemblance } from './recalled.ts'

/** An earlier submission that resembles the one being scored, with its first score. */
export interface Candidate {
  resemblance: Resemblance
  submissionId: string
  scoreId: string
  name: string
  symbol: string
  /** Lower case. */
  creatorAddress: string
  isEnrolled: boolean
  /** null: the wallet signed for no score, or the signal was not measured. */
  creatorScore: number | null
  isLaunched: boolean
  createdAt: Date
}

export interface Likeness {
  /** Groups of images that show the same picture. */
  groups: string[]
  name: string
  symbol: string
  /** Beginnings and grams of a similar name; null: the name is too short to compare. */
  similar: { beginning: string; ending: string[] } | null
  /** Lower case. */
  creatorAddress: string
}

/**
 * Submissions that resemble one, oldest of each kind first, without hidden and test ones. The statement is in the
 * function, so that it is planned once per connection.
 */
export async function listCandidates(db: Db, likeness: Likeness): Promise<Candidate[]> {
  const { groups, name, symbol, similar, creatorAddress } = likeness
  const { rows } = await sql<Candidate>`
    select resemblance, submission_id as "submissionId", score_id as "scoreId", name, symbol,
      creator_address as "creatorAddress", is_enrolled as "isEnrolled", creator_score as "creatorScore",
      is_launched as "isLaunched", created_at as "createdAt"
    from list_resembling(${groups}::text[], ${name}, ${symbol}, ${similar?.beginning ?? null}, ${similar?.ending ?? null}::text[],
      ${creatorAddress})`.execute(db)
  return rows
}

interface ShownEarlier {
  scoreId: string
  name: string
  symbol: string
  createdAt: Date
}

export const listShownEarlier = (db: Db, scoreIds: string[]): Promise<ShownEarlier[]> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['scores.id as scoreId', 'name', 'symbol', 'submissions.created_at as createdAt'])
    .where('scores.id', 'in', scoreIds)
    .where('hidden_reason', 'is', null)
    .execute()

/** The features of a stored image, and its group of near-identical images. */
export interface StoredFeatures extends ImageFeatures {
  imageHash: string
  pictureKey: string
  /** Older images have lower positions. */
  position: string
}

interface FeaturesRow extends Omit<StoredFeatures, 'fingerprint'> {
  fingerprint: string | null
}

const featureColumns = sql`image_hash as "imageHash", picture_key as "pictureKey", position, fingerprint, thumbnail, detail`

export async function findFeatures(db: Db, imageHash: string): Promise<StoredFeatures | undefined> {
  const { rows } =
    await sql<FeaturesRow>`select ${featureColumns} from image_looks where image_hash = ${imageHash}`.execute(db)
  return rows.map(toStoredFeatures)[0]
}

const toStoredFeatures = ({ fingerprint, ...row }: FeaturesRow): StoredFeatures => ({
  ...row,
  fingerprint: fingerprint === null ? null : BigInt(fingerprint),
})

interface ReadFeatures extends ImageFeatures {
  imageHash: string
  /** By which copies find the first image of a group; null: its middle shows nothing to compare. */
  middle: bigint | null
  createdAt: Date
}

/**
 * The stored features of an image and of those near it, oldest first. An image without near ones starts a group; any
 * other one is stored when its group is chosen.
 */
export async function recallFeatures(
  db: Db,
  { imageHash, fingerprint, thumbnail, detail, middle, createdAt }: ReadFeatures,
): Promise<{ own: StoredFeatures | undefined; near: StoredFeatures[] }> {
  const { rows } = await sql<FeaturesRow>`select ${featureColumns}
    from recall_look(${imageHash}, ${toText(fingerprint)}::bigint, ${thumbnail}, ${detail}, ${createdAt},
      ${toText(middle)}::bigint, ${middle === null ? null : toKeys(middle)}::integer[])`.execute(db)
  const features = rows.map(toStoredFeatures)
  return features[0]?.imageHash === imageHash
    ? { own: features[0], near: features.slice(1) }
    : { own: undefined, near: features }
}

const toText = (code: bigint | null): string | null => (code === null ? null : String(code))

interface NewFeatures extends ReadFeatures {
  pictureKey: string
  /** The near images by which its group was chosen. */
  near: StoredFeatures[]
}

/**
 * Returns false, without inserting, if the image has features already or if other images became near in the meantime.
 */
export async function insertGroupedFeatures(db: Db, features: NewFeatures): Promise<boolean> {
  const { imageHash, pictureKey, fingerprint, thumbnail, detail, middle, createdAt, near } = features
  const seen = near.map(({ position }) => position)
  const { rows } = await sql<{ isInserted: boolean }>`select insert_grouped_look(${imageHash}, ${pictureKey},
    ${toText(fingerprint)}::bigint, ${thumbnail}, ${detail}, ${createdAt}, ${seen}::bigint[], ${toText(middle)}::bigint,
    ${middle === null ? null : toKeys(middle)}::integer[]) as "isInserted"`.execute(db)
  return rows[0]?.isInserted === true
}

/** null: the middle shows nothing to compare. */
export async function updateMiddle(db: Db, imageHash: string, code: bigint | null): Promise<void> {
  const keys = code === null ? [] : toKeys(code)
  await sql`update image_looks set has_middle = true, middle = ${toText(code)}::bigint,
    middle_0 = ${keys[0] ?? null}, middle_1 = ${keys[1] ?? null}, middle_2 = ${keys[2] ?? null},
    middle_3 = ${keys[3] ?? null}, middle_4 = ${keys[4] ?? null}, middle_5 = ${keys[5] ?? null}
    where image_hash = ${imageHash} and not has_middle`.execute(db)
}

interface SeenFeatures {
  pictureKey: string
  thumbnail: Buffer
  middle: bigint
}

/** First images of groups whose middle may be what one of these views shows. */
export async function listSeenFeatures(db: Db, seen: SeenView[]): Promise<SeenFeatures[]> {
  const { rows } = await sql<{ pictureKey: string; thumbnail: Buffer; middle: string }>`
    select picture_key as "pictureKey", thumbnail, middle
    from list_seen_images(${seen.map(({ code }) => String(code))}::bigint[], ${seen.flatMap(({ code }) => toKeys(code))}::integer[])
    join image_looks on position = seen order by position`.execute(db)
  return rows.map(({ middle, ...row }) => ({ ...row, middle: BigInt(middle) }))
}

export const listWithoutMiddle = async (
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ imageHash: string; thumbnail: Buffer; position: string }[]> => {
  const { rows } = await sql<{ imageHash: string; thumbnail: Buffer; position: string }>`
    select image_hash as "imageHash", thumbnail, position from image_looks
    where not has_middle and band_0 is not null and position > ${after ?? '0'}::bigint order by position limit ${limit}`.execute(
    db,
  )
  return rows
}

export interface StoredImage {
  hash: string
  bytes: Buffer
}

export async function listWithoutFeatures(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredImage[]> {
  const rows = await db
    .selectFrom('images')
    .select(['hash', 'bytes'])
    .where('has_look', '=', sql.lit(false)) // literals, to match the partial index
    .where('bytes', 'is not', null)
    .where(
      sql<boolean>`(${after}::text is null
      or (created_at, hash) > (select created_at, hash from images where hash = ${after}))`,
    )
    .orderBy('created_at')
    .orderBy('hash')
    .limit(limit)
    .execute()
  return rows.flatMap(({ hash, bytes }) => (bytes ? [{ hash, bytes }] : []))
}

export async function updateHasFeatures(db: Db, hash: string): Promise<void> {
  await sql`with features as (update image_looks set is_submitted = true where image_hash = ${hash} and not is_submitted)
    update images set has_look = true where hash = ${hash}`.execute(db)
}

/** Deletes features without a stored image that were made at or before an instant. */
export const deleteUnsubmittedFeatures = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'image_looks', where: sql`not is_submitted and created_at <= ${before}` }, signal)
