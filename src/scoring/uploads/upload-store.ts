import { sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import type { Image } from '../../providers/images/images.ts'

/**
 * Inserts an uploaded image, or renews it; returns the bytes of a new image, 0 for a stored one. It never brings back bytes
 * that were deleted with a take-down.
 */
export async function upsertUpload(db: Db, row: { image: Image; now: Date; expiresAt: Date }): Promise<number> {
  const { hash, bytes, mediaType, width, height } = row.image
  const { rows } = await sql<{ isNew: boolean }>`
    with image as (
      insert into images (hash, bytes, media_type, width, height, created_at)
      values (${hash}, ${bytes}, ${mediaType}, ${width}, ${height}, ${row.now})
      on conflict (hash) do update set bytes = excluded.bytes
        where images.bytes is null and not exists (
          select from submissions where image_hash = images.hash and hidden_reason is not null)
      returning hash)
    insert into uploads (image_hash, expires_at) values (${hash}, ${row.expiresAt})
    on conflict (image_hash) do update set expires_at = excluded.expires_at
    returning exists (select from image) as "isNew"`.execute(db)
  return rows[0]?.isNew === true ? bytes.length : 0
}

/** An image of the store, by its hash. */
export interface KeptImage extends Omit<Image, 'bytes'> {
  /** Null: deleted with a take-down. */
  bytes: Buffer | null
}

export const findKeptImage = (db: Db, hash: string): Promise<KeptImage | undefined> =>
  db
    .selectFrom('images')
    .select(['hash', 'bytes', 'media_type as mediaType', 'width', 'height'])
    .where('hash', '=', hash)
    .executeTakeFirst()

/**
 * Locks the images of expired uploads, so that a submission that is being stored with one of them counts. Uploads lock the
 * image before the upload, and so must this.
 */
export async function lockExpired(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`select hash from images
    where hash in (select image_hash from uploads where expires_at <= ${now} order by expires_at limit ${limit})
    order by hash for update skip locked`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Deletes expired uploads of locked images, and the images that no submission has; returns how many uploads. */
export async function deleteUploads(tx: Tx, hashes: string[], now: Date): Promise<number> {
  const { rows } = await sql<{ hash: string }>`delete from uploads
    where image_hash = any(${hashes}) and expires_at <= ${now} returning image_hash as hash`.execute(tx)
  const deleted = rows.map(({ hash }) => hash)
  await sql`delete from images where hash = any(${deleted})
    and not exists (select from submissions where image_hash = images.hash)`.execute(tx)
  return deleted.length
}
