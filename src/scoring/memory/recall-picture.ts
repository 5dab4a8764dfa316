import type { Deps } from '../../deps.ts'
import { isSamePicture, toBlankKey } from '../../judge/rules/memory-1.0.0.ts'
import type { Image, Images, Look } from '../../providers/images/images.ts'
import { isSimilarPicture } from './is-similar-picture.ts'
import { type StoredLook, findLook, insertGroupedLook, recallLook } from './look-store.ts'

export type RecallDeps = Pick<Deps, 'db' | 'clock'> & { images: Pick<Images, 'readLook'> }

export interface RecalledPicture {
  /** The key that near-identical images share. */
  pictureKey: string
  /** The groups of images that show the same, the oldest first; none for a blank image. */
  groups: string[]
}

/**
 * Finds the stored images that look like this one, and stores its look. A stored look decides, even if it was read in another
 * way. Of near-identical images the first one stored gives the others its key, also if they arrive at once.
 */
export async function recallPicture(
  { db, clock, images }: RecallDeps,
  image: Pick<Image, 'hash' | 'bytes' | 'look'>,
  signal: AbortSignal,
): Promise<RecalledPicture> {
  const imageHash = image.hash
  const look = image.look ?? (await findLook(db, imageHash)) ?? (await images.readLook(image.bytes, signal))
  for (;;) {
    const { fingerprint, thumbnail, detail } = look
    const read = { imageHash, fingerprint, thumbnail, detail, createdAt: clock.now() }
    const { own, near } = await recallLook(db, read)
    if (own) return toRecalled(own, near)
    const grouped = { ...read, pictureKey: choosePictureKey(look, imageHash, near) }
    if (await insertGroupedLook(db, { ...grouped, near })) return toRecalled(grouped, near)
    signal.throwIfAborted()
  }
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
