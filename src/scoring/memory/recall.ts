import type { Deps } from '../../deps.ts'
import type { Db } from '../../database/db.ts'
import type { CappedCopies } from '../../judge/rule-sets.ts'
import type { Image } from '../../providers/images/images.ts'
import { findKnownToken } from '../known-tokens/find-known-token.ts'
import { findCopiedGroups } from './find-copied.ts'
import { type Compared, findEarlier } from './find-earlier.ts'
import { type RecalledPicture, recallPicture } from './recall-picture.ts'
import type { EarlierSubmission, Recalled } from './recalled.ts'

interface Recalling {
  recalling: Promise<Recalled>
  /** Near-identical images share this key, which is known first. */
  pictureKey: Promise<string>
  copyOf: Promise<string | null>
}

interface Recallable extends Compared {
  launch: { name: string; symbol: string }
  image: Promise<Image>
  cappedCopies: CappedCopies
}

export function recall(
  deps: Deps,
  { launch, image, cappedCopies, ...compared }: Recallable,
  signal: AbortSignal,
): Recalling {
  const picturing = image.then((fetched) => recallPicture(deps, fetched, signal))
  const finding = picturing.then((picture) => findResembling(deps.db, { launch, compared, picture }, signal))
  const pictureKey = picturing.then((picture) => picture.pictureKey)
  const copyOf = finding.then(({ recalled, enrolledCopy }) => {
    const scoreId = { weighty: findCopied(recalled.earlier), enrolled: enrolledCopy, none: null }[cappedCopies]
    return scoreId === null ? null : `score ${scoreId}`
  })
  const recalling = finding.then(({ recalled }) => recalled)
  recalling.catch(() => {}) // awaited after the image, whose fault ends the scoring first
  return { recalling, pictureKey, copyOf }
}

async function findResembling(
  db: Db,
  { launch, compared, picture }: Pick<Recallable, 'launch'> & { compared: Compared; picture: RecalledPicture },
  signal: AbortSignal,
): Promise<{ recalled: Recalled; enrolledCopy: string | null }> {
  const copied = await findCopiedGroups(db, picture, signal)
  const { earlier, enrolledCopy } = await findEarlier(db, compared, [...picture.groups, ...copied])
  const { pictureKey } = picture
  return { recalled: { pictureKey, earlier, knownToken: findKnownToken(launch) }, enrolledCopy }
}

const findCopied = (earlier: EarlierSubmission[]): string | null =>
  earlier.find(({ follows }) => follows === 'copy')?.scoreId ?? null
