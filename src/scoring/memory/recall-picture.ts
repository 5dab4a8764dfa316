import type { Db } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { isSamePicture, toBlankKey } from '../../judge/rules/memory-1.0.0.ts'
import type { Image, ImageFeatures } from '../../providers/images/images.ts'
import { isSimilarPicture } from './is-similar-picture.ts'
import {
  type StoredFeatures,
  findFeatures,
  insertGroupedFeatures,
  recallFeatures,
  updateMiddle,
} from './features-store.ts'
import { toMiddleCode } from './picture-views.ts'

export interface RecalledPicture {
  pictureKey: string
  /** Oldest first; none for a blank image. */
  groups: string[]
  thumbnail: Buffer
}

/**
 * Finds stored images that look like this one, and stores its features. The first stored image of a group gives the
 * others its key, even if they arrive at once.
 */
export async function recallPicture(
  { db, clock, images }: Deps,
  image: Pick<Image, 'hash' | 'bytes' | 'features'>,
  signal: AbortSignal,
): Promise<RecalledPicture> {
  const imageHash = image.hash
  const features =
    image.features ?? (await findFeatures(db, imageHash)) ?? (await images.readFeatures(image.bytes, signal))
  for (;;) {
    const { fingerprint, thumbnail, detail } = features
    const read = { imageHash, fingerprint, thumbnail, detail, createdAt: clock.now() }
    const { own, near } = await recallFeatures(db, read)
    if (own) return noteMiddle(db, toRecalled(own, near), own)
    const grouped = { ...read, pictureKey: choosePictureKey(features, imageHash, near) }
    if (await insertGroupedFeatures(db, { ...grouped, near })) {
      const isFirst = features.fingerprint !== null && grouped.pictureKey === imageHash
      return noteMiddle(db, toRecalled(grouped, near), { ...grouped, hasMiddle: !isFirst })
    }
    signal.throwIfAborted()
  }
}

/** Stores the code by which copies find the first image of a group, if it is missing. */
async function noteMiddle(
  db: Db,
  recalled: RecalledPicture,
  { imageHash, thumbnail, hasMiddle }: Pick<StoredFeatures, 'imageHash' | 'thumbnail' | 'hasMiddle'>,
): Promise<RecalledPicture> {
  if (!hasMiddle) await updateMiddle(db, imageHash, toMiddleCode({ thumbnail }))
  return recalled
}

function choosePictureKey(features: ImageFeatures, imageHash: string, near: StoredFeatures[]): string {
  if (features.fingerprint === null) return toBlankKey(features)
  return near.find((other) => isSamePicture(features, other))?.pictureKey ?? imageHash
}

type GroupedFeatures = Omit<StoredFeatures, 'position' | 'hasMiddle'>

function toRecalled(features: GroupedFeatures, near: StoredFeatures[]): RecalledPicture {
  const { pictureKey, thumbnail } = features
  if (features.fingerprint === null) return { pictureKey, groups: [], thumbnail }
  const similar = near.filter((other) => isSimilarPicture(features, other))
  return { pictureKey, groups: [...new Set([...similar.map(toKey), pictureKey])], thumbnail }
}

const toKey = ({ pictureKey }: StoredFeatures) => pictureKey
