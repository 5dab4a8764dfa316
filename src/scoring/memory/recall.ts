import type { Db } from '../../database/db.ts'
import type { Image } from '../../providers/images/images.ts'
import { findKnownToken } from '../known-tokens/find-known-token.ts'
import { type Compared, findEarlier } from './find-earlier.ts'
import { type RecallDeps, type RecalledPicture, recallPicture } from './recall-picture.ts'
import type { Recalled } from './recalled.ts'

interface Recalling {
  recalling: Promise<Recalled>
  /** The key that near-identical images share: the first part to be known. */
  pictureKey: Promise<string>
  /** The enrolled submission that this one copies, in words; null: none is known. */
  copyOf: Promise<string | null>
}

/** Finds what a submission resembles: earlier submissions by other creators, and well-known tokens. */
export function recall(
  deps: RecallDeps,
  { image, ...compared }: Compared & { image: Promise<Image> },
  signal: AbortSignal,
): Recalling {
  const picturing = image.then((fetched) => recallPicture(deps, fetched, signal))
  const recalling = picturing.then((picture) => findResembling(deps.db, compared, picture))
  const pictureKey = picturing.then((picture) => picture.pictureKey)
  return { recalling, pictureKey, copyOf: recalling.then(findCopied) }
}

async function findResembling(db: Db, compared: Compared, { pictureKey, groups }: RecalledPicture): Promise<Recalled> {
  const earlier = await findEarlier(db, compared, groups)
  return { pictureKey, earlier, knownToken: findKnownToken(compared.names) }
}

function findCopied({ earlier }: Recalled): string | null {
  const copied = earlier.find(({ isCopied }) => isCopied)
  return copied ? `score ${copied.scoreId}` : null
}
