import { setImmediate } from 'node:timers/promises'
import { countDifferingBits } from '../../providers/images/image-features.ts'
import type { Db } from '../../database/db.ts'
import { listSeenFeatures } from './features-store.ts'
import { isCopiedPicture } from './is-copied-picture.ts'
import { listSeenViews } from './picture-views.ts'
import type { RecalledPicture } from './recall-picture.ts'

/** The views, of those with the nearest codes, from which an alignment is tried. */
const maxStarts = 3

/**
 * The groups of images that a picture copies: mirrored, cropped, framed, turned a little or inverted. They are no ground to
 * share a verdict or an identity, only to name earlier submissions. Between two comparisons, which take about 3 ms each, other
 * requests have their turn.
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
