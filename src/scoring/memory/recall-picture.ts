import type { Deps } from '../../deps.ts'
import { isSamePicture, toBlankKey } from '../../judge/rules/memory-1.0.0.ts'
import type { Image, Images, Look } from '../../providers/images/images.ts'
import { isSimilarPicture } from './is-similar-picture.ts'
import { type StoredLook, findLook, insertLook, listNearLooks, lockFingerprint } from './look-store.ts'

export type RecallDeps = Pick<Deps, 'db' | 'clock'> & { images: Pick<Images, 'readLook'> }

export interface RecalledPicture {
  /** The key that near-identical images share. */
  pictureKey: string
  /** The groups of images that show the same, the oldest first; none for a blank image. */
  groups: string[]
}

/**
 * Finds the stored images that look like this one, and stores its look. Of near-identical images the first one stored gives the
 * others its key, also if they arrive at once.
 */
export async function recallPicture(
  deps: RecallDeps,
  image: Pick<Image, 'hash' | 'bytes' | 'look'>,
  signal: AbortSignal,
): Promise<RecalledPicture> {
  const stored = await findLook(deps.db, image.hash)
  if (stored) return toRecalled(stored, await listNear(deps.db, stored))
  const look = image.look ?? (await deps.images.readLook(image.bytes, signal))
  const { pictureKey, near } = await storeLook(deps, image.hash, look)
  return toRecalled({ ...look, imageHash: image.hash, pictureKey }, near)
}

function toRecalled(look: StoredLook, near: StoredLook[]): RecalledPicture {
  if (look.fingerprint === null) return { pictureKey: look.pictureKey, groups: [] }
  const similar = near.filter((other) => isSimilarPicture(look, other))
  return { pictureKey: look.pictureKey, groups: [...new Set([...similar.map(toKey), look.pictureKey])] }
}

const toKey = ({ pictureKey }: StoredLook) => pictureKey

const listNear = (db: Deps['db'], { fingerprint }: Look): Promise<StoredLook[]> =>
  fingerprint === null ? Promise.resolve([]) : listNearLooks(db, fingerprint)

async function storeLook(
  { db, clock }: RecallDeps,
  imageHash: string,
  look: Look,
): Promise<{ pictureKey: string; near: StoredLook[] }> {
  const { fingerprint } = look
  if (fingerprint === null) {
    const pictureKey = toBlankKey(look)
    await insertLook(db, { ...look, imageHash, pictureKey, createdAt: clock.now() })
    return { pictureKey, near: [] }
  }
  return db.transaction().execute(async (tx) => {
    await lockFingerprint(tx, fingerprint)
    const near = await listNearLooks(tx, fingerprint)
    const pictureKey = near.find((other) => isSamePicture(look, other))?.pictureKey ?? imageHash
    await insertLook(tx, { ...look, imageHash, pictureKey, createdAt: clock.now() })
    return { pictureKey, near }
  })
}
