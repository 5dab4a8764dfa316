import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import type { Image } from '../providers/images/images.ts'
import { restoreImage } from './visibility.ts'

interface NewDraft {
  id: string
  body: string
  image: Image
  createdAt: Date
  expiresAt: Date
}

/**
 * Returns the bytes of a new image, 0 for a stored one. The image is kept like an upload, at least until the draft
 * ends; it is locked before the upload, as uploads do. Throws `hidden` for an image that is taken down.
 */
export async function insertDraft(tx: Tx, { id, body, image, createdAt, expiresAt }: NewDraft): Promise<number> {
  const { hash, bytes, mediaType, width, height } = image
  const { rows } = await sql<{ isImageDeleted: boolean | null }>`
    with image as (
      insert into images (hash, bytes, media_type, width, height, created_at, has_look)
      values (${hash}, ${bytes}, ${mediaType}, ${width}, ${height}, ${createdAt}, true)
      on conflict (hash) do update set bytes = images.bytes where images.bytes is null
      returning bytes is null as is_deleted),
    upload as (
      insert into uploads (image_hash, expires_at)
      select ${hash}, ${expiresAt}::timestamptz from (select count(*) from image) as locked
      on conflict (image_hash) do update set expires_at = greatest(uploads.expires_at, excluded.expires_at))
    insert into drafts (id, body, image_hash, created_at, expires_at)
    values (${id}, ${body}, ${hash}, ${createdAt}, ${expiresAt})
    returning (select is_deleted from image) as "isImageDeleted"`.execute(tx)
  const { isImageDeleted = null } = rows[0] ?? {}
  if (isImageDeleted === null) return 0
  if (isImageDeleted) await restoreImage(tx, image)
  return bytes.length
}

export const findDraft = (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<{ body: string; imageHash: string; expiresAt: Date } | undefined> =>
  db
    .selectFrom('drafts')
    .select(['body', 'image_hash as imageHash', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const deleteExpiredDrafts = (db: Db, now: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'drafts', where: sql`expires_at <= ${now}` }, signal)
