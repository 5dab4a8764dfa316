import { setImmediate } from 'node:timers/promises'
import { countDifferingBits } from '../../providers/images/image-features.ts'
import type { Db } from '../../database/db.ts'
import { listSeenFeatures } from './features-store.ts'
import { isCopiedPicture } from './is-copied-picture.ts'
import { listSeenViews } from './picture-views.ts'
import type { RecalledPicture } from './recall-picture.ts'

/** Alignments are tried from this many views. */
const maxStarts = 3

/**
 * Groups of images that a picture copies: mirrored, cropped, framed, slightly turned or inverted. They only name
 * earlier submissions; verdicts and identities aren't shared. Yields between comparisons, which take about 3 ms each.
 */
export async function findCopiedGroups(
  db: Db,
  { thumbnail, groups }: RecalledPicture,
  signal: AbortSignal,
): Promise<string[]> {
  if (groups.length === 0) return []
  const seen = listSeenViews({ thumbnail })
  if (seen.length === 0) return []
  const others = (await listSeenFeatures(db, seen)).filter(({ pictureKey }) => !groups.includes(pictureKey))
  const copied: string[] = []
  for (const { pictureKey, middle, ...original } of others) {
    await setImmediate()
    signal.throwIfAborted()
    const nearest = seen
      .map((one) => ({ ...one, differing: countDifferingBits(one.code, middle) }))
      .toSorted((a, b) => a.differing - b.differing)
      .slice(0, maxStarts)
    if (isCopiedPicture({ thumbnail }, original, nearest)) copied.push(pictureKey)
  }
  return copied
}
