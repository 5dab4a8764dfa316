import { sql } from 'kysely'
import type { BudgetPayer } from '../activity/budgets.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Image } from '../providers/images/images.ts'
import { restoreImage } from './visibility.ts'
import { lockImages } from './takedown-store.ts'

interface NewUpload {
  image: Image
  now: Date
  expiresAt: Date
  cost: UploadCost
}

/** The bytes that an upload took from the daily budget, and who paid for them. */
interface UploadCost {
  bytes: number
  payer: BudgetPayer
}

/** Returns whether the image is new. Throws `hidden` for one that is taken down. */
export async function upsertUpload(db: Db, row: NewUpload): Promise<boolean> {
  const { image } = row
  const state = await insertUpload(db, row)
  if (state !== 'deleted') return state === 'new'
  return db.transaction().execute(async (tx) => {
    await lockImages(tx, [image.hash])
    await restoreImage(tx, image)
    await insertUpload(tx, row)
    return true
  })
}

/** `deleted`: the stored image has no bytes. */
async function insertUpload(db: Db, row: NewUpload): Promise<'new' | 'stored' | 'deleted'> {
  const { hash, bytes, mediaType, width, height } = row.image
  const { rows } = await sql<{ isDeleted: boolean }>`
    with image as (
      insert into images (hash, bytes, media_type, width, height, created_at)
      values (${hash}, ${bytes}, ${mediaType}, ${width}, ${height}, ${row.now})
      on conflict (hash) do update set bytes = images.bytes where images.bytes is null
      returning bytes is null as is_deleted),
    upload as (
      insert into uploads (image_hash, expires_at, charged_bytes, charged_to)
      select ${hash}, ${row.expiresAt}::timestamptz, case when exists (select from image) then ${row.cost.bytes} else 0 end::integer,
        ${JSON.stringify(row.cost.payer)}::jsonb
      where not exists (select from image where is_deleted)
      on conflict (image_hash) do update set expires_at = excluded.expires_at)
    select is_deleted as "isDeleted" from image`.execute(db)
  const [image] = rows
  if (!image) return 'stored'
  return image.isDeleted ? 'deleted' : 'new'
}

interface KeptImage extends Omit<Image, 'bytes'> {
  bytes: Buffer | null
}

export const findKeptImage = (db: Db, hash: string): Promise<KeptImage | undefined> =>
  db
    .selectFrom('images')
    .select(['hash', 'bytes', 'media_type as mediaType', 'width', 'height'])
    .where('hash', '=', hash)
    .executeTakeFirst()

/**
 * Locks the images of expired uploads, so that a submission that is being stored with one of them counts. The image is
 * locked before the upload, as uploads do.
 */
export async function lockExpired(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`select hash from images
    where hash in (select image_hash from uploads where expires_at <= ${now} order by expires_at limit ${limit})
    order by hash for update skip locked`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/**
 * Deletes expired uploads of locked images, and images that no submission uses. Returns what the deleted images cost.
 */
export async function deleteUploads(
  tx: Tx,
  hashes: string[],
  now: Date,
): Promise<{ count: number; unused: UploadCost[] }> {
  const { rows: ended } = await sql<{ hash: string; bytes: number; payer: BudgetPayer | null }>`delete from uploads
    where image_hash = any(${hashes}) and expires_at <= ${now}
    returning image_hash as hash, charged_bytes as bytes, charged_to as payer`.execute(tx)
  const { rows: deleted } = await sql<{ hash: string }>`delete from images
    where hash = any(${ended.map(({ hash }) => hash)}) and not exists (select from submissions where image_hash = images.hash)
    returning hash`.execute(tx)
  const gone = new Set(deleted.map(({ hash }) => hash))
  const unused = ended.flatMap(({ hash, bytes, payer }) =>
    payer && bytes > 0 && gone.has(hash) ? [{ bytes, payer }] : [],
  )
  return { count: ended.length, unused }
}
