import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { deleteRows } from '../../database/upkeep/delete-rows.ts'
import type { Look } from '../../providers/images/images.ts'

/** The look of a stored image, and the group of near-identical images that it is in. */
export interface StoredLook extends Look {
  imageHash: string
  pictureKey: string
  /** Older images have lower positions. */
  position: string
}

interface LookRow extends Omit<StoredLook, 'fingerprint'> {
  fingerprint: string | null
}

const lookColumns = sql`image_hash as "imageHash", picture_key as "pictureKey", position, fingerprint, thumbnail, detail`

export async function findLook(db: Db, imageHash: string): Promise<StoredLook | undefined> {
  const { rows } = await sql<LookRow>`select ${lookColumns} from image_looks where image_hash = ${imageHash}`.execute(
    db,
  )
  return rows.map(toStoredLook)[0]
}

const toStoredLook = ({ fingerprint, ...row }: LookRow): StoredLook => ({
  ...row,
  fingerprint: fingerprint === null ? null : BigInt(fingerprint),
})

/**
 * The stored look of an image, and the looks near it, the oldest first. An image that no other is near becomes the first of a
 * group; one that others are near has no stored look until its group is chosen, and neither has a blank one.
 */
export async function recallLook(
  db: Db,
  { imageHash, fingerprint, thumbnail, detail, createdAt }: Look & { imageHash: string; createdAt: Date },
): Promise<{ own: StoredLook | undefined; near: StoredLook[] }> {
  const { rows } = await sql<LookRow>`select ${lookColumns}
    from recall_look(${imageHash}, ${fingerprint === null ? null : String(fingerprint)}::bigint, ${thumbnail}, ${detail},
      ${createdAt})`.execute(db)
  const looks = rows.map(toStoredLook)
  return looks[0]?.imageHash === imageHash ? { own: looks[0], near: looks.slice(1) } : { own: undefined, near: looks }
}

interface NewLook extends Omit<StoredLook, 'position'> {
  createdAt: Date
  /** The near images by which its group was chosen. */
  near: StoredLook[]
}

/** False: the image has a look, or others became near meanwhile. Then nothing is inserted. */
export async function insertGroupedLook(db: Db, look: NewLook): Promise<boolean> {
  const { imageHash, pictureKey, fingerprint, thumbnail, detail, createdAt, near } = look
  const seen = near.map(({ position }) => position)
  const { rows } = await sql<{ isInserted: boolean }>`select insert_grouped_look(${imageHash}, ${pictureKey},
    ${fingerprint === null ? null : String(fingerprint)}::bigint, ${thumbnail}, ${detail}, ${createdAt}, ${seen}::bigint[]
    ) as "isInserted"`.execute(db)
  return rows[0]?.isInserted === true
}

export interface StoredImage {
  hash: string
  bytes: Buffer
}

/** Images whose look isn't stored, the oldest first, from the one after `after`. */
export async function listWithoutLook(
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

/** Notes that the look of a stored image is stored too. */
export async function updateHasLook(db: Db, hash: string): Promise<void> {
  await sql`with look as (update image_looks set is_submitted = true where image_hash = ${hash} and not is_submitted)
    update images set has_look = true where hash = ${hash}`.execute(db)
}

/** Deletes the looks of images that no image is stored for, made at or before an instant; returns how many. */
export const deleteUnsubmittedLooks = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'image_looks', where: sql`not is_submitted and created_at <= ${before}` }, signal)
