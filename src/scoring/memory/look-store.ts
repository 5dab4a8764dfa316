import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/db.ts'
import { withoutFlush } from '../../database/without-flush.ts'
import type { Look } from '../../providers/images/images.ts'

/** The look of a stored image, and the group of near-identical images that it is in. */
export interface StoredLook extends Look {
  imageHash: string
  pictureKey: string
}

interface LookRow extends Omit<StoredLook, 'fingerprint'> {
  fingerprint: string | null
}

const lookColumns = sql`image_hash as "imageHash", picture_key as "pictureKey", fingerprint, thumbnail, detail`

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

const maxDifferingBits = 6
/** The most images that a search reads for one value of a band; it reads the oldest. */
const maxPerValue = 100
const maxFound = 16

/**
 * The first images of the groups whose fingerprints differ in at most six bits, the oldest first. Whatever is stored, it reads
 * at most 6,800 entries of an index.
 */
export async function listNearLooks(db: Db, fingerprint: bigint): Promise<StoredLook[]> {
  const branches = toBands(fingerprint).map((value, band) => readBand(band, listNeighbours(value)))
  const { rows } = await sql<LookRow>`
    with near as materialized (
      select distinct position from (${sql.join(branches, sql` union all `)}) as read
      where bit_count((fingerprint # ${String(fingerprint)}::bigint)::bit(64)) <= ${maxDifferingBits}
      order by position limit ${maxFound})
    select ${lookColumns} from near join image_looks using (position) order by position`.execute(db)
  return rows.map(toStoredLook)
}

function readBand(band: number, values: number[]): RawBuilder<unknown> {
  const column = sql.ref(`band_${band}`)
  return sql`select entry.position, entry.fingerprint from unnest(${values}::integer[]) as wanted
    cross join lateral (select position, fingerprint from image_looks
      where ${column} = wanted and ${column} is not null order by position limit ${maxPerValue}) as entry`
}

const bandBits = 16

/** The four bands of a fingerprint. */
const toBands = (fingerprint: bigint): number[] =>
  [0, 1, 2, 3].map((band) => Number((BigInt.asUintN(64, fingerprint) >> BigInt(band * bandBits)) & 0xffffn))

/** A band's value, and those that differ in one bit. */
const listNeighbours = (value: number): number[] => [
  value,
  ...Array.from({ length: bandBits }, (_, bit) => value ^ (1 << bit)),
]

/**
 * Until the end of the transaction, images that may be near-identical wait for each other. Of two fingerprints that differ in
 * at most six bits, one of seven parts is equal.
 */
export async function lockFingerprint(tx: Tx, fingerprint: bigint): Promise<void> {
  const bits = BigInt.asUintN(64, fingerprint)
  const parts = [0, 1, 2, 3, 4, 5, 6].map((part) => part * 1024 + Number((bits >> BigInt(part * 9)) & partMask(part)))
  await sql`select pg_advisory_xact_lock(${lockSpace}, part) from unnest(${parts}::integer[]) as part`.execute(tx)
}

/** Nine bits; the last part has ten. */
const partMask = (part: number): bigint => (part === 6 ? 0x3ffn : 0x1ffn)
/** "look" as a number: all users of the database share one namespace of advisory locks. */
const lockSpace = 0x6c6f6f6b

interface NewLook extends StoredLook {
  createdAt: Date
}

/** Inserts a look unless the image has one; the first image of a group becomes findable. */
export async function insertLook(db: Db, look: NewLook): Promise<void> {
  const { imageHash, pictureKey, fingerprint, thumbnail, detail, createdAt } = look
  const isFirst = pictureKey === imageHash && fingerprint !== null
  const [band_0, band_1, band_2, band_3] = isFirst ? toBands(fingerprint) : []
  await db
    .insertInto('image_looks')
    .values({
      image_hash: imageHash,
      picture_key: pictureKey,
      fingerprint: fingerprint === null ? null : String(fingerprint),
      ...(isFirst && { band_0, band_1, band_2, band_3 }),
      thumbnail,
      detail,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.column('image_hash').doNothing())
    .returning(withoutFlush) // the score that uses it commits later
    .execute()
}

/** Images whose look isn't stored, the oldest first. */
export async function listWithoutLook(db: Db, limit: number): Promise<{ hash: string; bytes: Buffer }[]> {
  const rows = await db
    .selectFrom('images')
    .select(['hash', 'bytes'])
    .where('has_look', '=', sql.lit(false)) // literals, to match the partial index
    .where('bytes', 'is not', null)
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
export async function deleteUnsubmittedLooks(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('image_looks')
    .where('is_submitted', '=', sql.lit(false))
    .where('created_at', '<=', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
