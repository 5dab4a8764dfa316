import type { Db } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { isSamePicture, toBlankKey } from '../../judge/rules/memory-1.0.0.ts'
import type { Image, Images, Look } from '../../providers/images/images.ts'
import { isSimilarPicture } from './is-similar-picture.ts'
import { type StoredLook, findLook, findLookAndNear, insertLook, listNearLooks } from './look-store.ts'

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
  { db, clock, images }: RecallDeps,
  image: Pick<Image, 'hash' | 'bytes' | 'look'>,
  signal: AbortSignal,
): Promise<RecalledPicture> {
  const imageHash = image.hash
  const look = image.look ?? (await findLook(db, imageHash)) ?? (await images.readLook(image.bytes, signal))
  for (;;) {
    const { own, near } = await findStored(db, imageHash, look)
    if (own) return toRecalled(own, near)
    const { fingerprint, thumbnail, detail } = look
    const added = { imageHash, fingerprint, thumbnail, detail, pictureKey: choosePictureKey(look, imageHash, near) }
    if (await insertLook(db, { ...added, near, createdAt: clock.now() })) return toRecalled(added, near)
    signal.throwIfAborted()
  }
}

/** The image's own look, if it is stored, and the looks near it. A stored look decides, even if it was read in another way. */
async function findStored(db: Db, imageHash: string, { fingerprint }: Look) {
  if (fingerprint === null) return { own: await findLook(db, imageHash), near: [] }
  const found = await findLookAndNear(db, imageHash, fingerprint)
  const { own } = found
  if (!own || own.fingerprint === fingerprint) return found
  return { own, near: own.fingerprint === null ? [] : await listNearLooks(db, own.fingerprint) }
}

function choosePictureKey(look: Look, imageHash: string, near: StoredLook[]): string {
  if (look.fingerprint === null) return toBlankKey(look)
  return near.find((other) => isSamePicture(look, other))?.pictureKey ?? imageHash
}

type GroupedLook = Omit<StoredLook, 'position'>

function toRecalled(look: GroupedLook, near: StoredLook[]): RecalledPicture {
  if (look.fingerprint === null) return { pictureKey: look.pictureKey, groups: [] }
  const similar = near.filter((other) => isSimilarPicture(look, other))
  return { pictureKey: look.pictureKey, groups: [...new Set([...similar.map(toKey), look.pictureKey])] }
}

const toKey = ({ pictureKey }: StoredLook) => pictureKey
