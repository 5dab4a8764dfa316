import { setImmediate } from 'node:timers/promises'
import type { ScoreResult } from '../../../contract/schemas/score.ts'
import type { Db } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { countDifferingBits } from '../../providers/images/image-features.ts'
import type { Image, ImageFeatures } from '../../providers/images/images.ts'
import type { CappedCopies } from '../../signals/judge/rule-sets.ts'
import { isSamePicture, toBlankKey } from '../../signals/judge/rules/memory-1.0.0.ts'
import { type Consequence, weighEarlier } from '../../signals/judge/rules/memory-1.2.0.ts'
import { findKnownToken } from '../known-tokens.ts'
import { cutForSearch, type FoldedNames, listGrams } from '../search-names.ts'
import { isCopiedPicture, isSimilarPicture } from './compare-pictures.ts'
import { listSeenViews, toMiddleCode } from './picture-views.ts'
import type { EarlierSubmission, Recalled, Resemblance } from './recalled.ts'
import {
  type Candidate,
  findFeatures,
  insertGroupedFeatures,
  type Likeness,
  listCandidates,
  listSeenFeatures,
  listShownEarlier,
  recallFeatures,
  type StoredFeatures,
} from './store.ts'

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
  namesakes: Promise<Recalled['namesakes']>
}

export function recall(
  deps: Deps,
  { launch, image, cappedCopies, namesakes, ...compared }: Recallable,
  signal: AbortSignal,
): Recalling {
  const picturing = image.then((fetched) => recallPicture(deps, fetched, signal))
  const finding = picturing.then((picture) => findResembling(deps.db, { launch, compared, picture }, signal))
  const pictureKey = picturing.then((picture) => picture.pictureKey)
  const copyOf = finding.then(({ recalled, enrolledCopy }) => {
    const scoreId = { weighty: findCopied(recalled.earlier), enrolled: enrolledCopy, none: null }[cappedCopies]
    return scoreId === null ? null : `score ${scoreId}`
  })
  const recalling = Promise.all([finding, namesakes]).then(([{ recalled }, found]): Recalled => ({
    ...recalled,
    ...(found && { namesakes: found }),
  }))
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

interface Compared {
  names: FoldedNames
  creatorAddress: string
  submittedAt: Date
}

/** Finds earlier submissions by other creators that resemble this one, without a model. */
async function findEarlier(db: Db, { names, creatorAddress, submittedAt }: Compared, groups: string[]) {
  const { name, symbol } = cutForSearch(names)
  const candidates = await listCandidates(db, { groups, name, symbol, similar: toSimilar(name), creatorAddress })
  return selectEarlier(candidates, { name, symbol, creatorAddress, submittedAt })
}

const minLetters = 6

/** Similar names share the longer part of the beginning or of the ending. */
function toSimilar(folded: string): Likeness['similar'] {
  const letters = Array.from(folded)
  if (letters.length < minLetters) return null
  const part = Math.ceil(0.6 * letters.length)
  return { beginning: letters.slice(0, part).join(''), ending: listGrams(letters.slice(-part).join('')) }
}

interface Subject {
  name: string
  symbol: string
  creatorAddress: string
  submittedAt: Date
}

const minSimilarity = 0.6

interface Selected {
  earlier: EarlierSubmission[]
  /** The score of the first enrolled submission with this picture and name, for versions that require no more. */
  enrolledCopy: string | null
}

/**
 * Selects, for each kind of resemblance, the submission with the most consequence, else the first. A creator whose own
 * submission came first copies nobody. Candidates come oldest first.
 */
export function selectEarlier(candidates: Candidate[], subject: Subject): Selected {
  const weigh = (kind: Resemblance) => listBeforeOwn(candidates, kind, subject)
  const [pictured, named] = [weigh('picture'), weigh('name')]
  const similar = weigh('similar_name').filter((one) => one.hasSameName)
  const gravest = [findGravest(pictured), findGravest(named), named.length > 0 ? undefined : similar[0]]
  return {
    earlier: gravest.flatMap((one) => one ?? []),
    enrolledCopy: pictured.find(({ isEnrolled, hasSameName }) => isEnrolled && hasSameName)?.scoreId ?? null,
  }
}

const order: Consequence[] = ['copy', 'warning', 'fact']

const findGravest = (found: EarlierSubmission[]): EarlierSubmission | undefined =>
  order.map((consequence) => found.find(({ follows }) => follows === consequence)).find((one) => one !== undefined)

function listBeforeOwn(candidates: Candidate[], kind: Resemblance, subject: Subject): EarlierSubmission[] {
  const ofKind = candidates.filter((one) => one.resemblance === kind && one.createdAt <= subject.submittedAt)
  const own = ofKind.findIndex((one) => one.creatorAddress === subject.creatorAddress)
  const since = ofKind[own]?.createdAt ?? subject.submittedAt
  return (own === -1 ? ofKind : ofKind.slice(0, own)).map((one) => weighCandidate(one, { ...subject, since }))
}

function weighCandidate(candidate: Candidate, subject: Subject & { since: Date }): EarlierSubmission {
  const { resemblance, submissionId, scoreId, isEnrolled, creatorScore, isLaunched, createdAt } = candidate
  const ageMs = subject.since.getTime() - createdAt.getTime()
  const facts = { resemblance, hasSameName: isSameName(candidate, subject), creatorScore, isLaunched, ageMs }
  return { submissionId, scoreId, isEnrolled, ...facts, follows: weighEarlier(facts) }
}

/** By name alone, because a copy may have another ticker. */
const isSameName = ({ name }: Candidate, subject: Subject): boolean =>
  name === subject.name || measureSimilarity(name, subject.name) >= minSimilarity

/** Jaccard's index over runs of three characters; 0 for short names. */
function measureSimilarity(one: string, other: string): number {
  const [grams, others] = [new Set(listGrams(one)), new Set(listGrams(other))]
  const common = [...grams].filter((gram) => others.has(gram)).length
  return common / (grams.size + others.size - common || 1)
}

export async function listEarlier(db: Db, { earlierSubmissions = [] }: Pick<ScoreResult, 'earlierSubmissions'>) {
  if (earlierSubmissions.length === 0) return []
  const shown = await listShownEarlier(
    db,
    earlierSubmissions.map(({ scoreId }) => scoreId),
  )
  return earlierSubmissions.flatMap((earlier) =>
    shown
      .filter(({ scoreId }) => scoreId === earlier.scoreId)
      .map(({ name, symbol, createdAt }) => ({ ...earlier, name, symbol, createdAt: createdAt.toISOString() })),
  )
}

/** Alignments are tried from this many views. */
const maxStarts = 3

/**
 * Groups of images that a picture copies: mirrored, cropped, framed, slightly turned or inverted. They only name
 * earlier submissions; verdicts and identities aren't shared. Yields between comparisons, which take about 3 ms each.
 */
async function findCopiedGroups(
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

interface RecalledPicture {
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
  const { fingerprint, thumbnail, detail } = features
  const middle = fingerprint === null ? null : toMiddleCode({ thumbnail })
  for (;;) {
    const read = { imageHash, fingerprint, thumbnail, detail, middle, createdAt: clock.now() }
    const { own, near } = await recallFeatures(db, read)
    if (own) return toRecalled(own, near)
    const grouped = { ...read, pictureKey: choosePictureKey(features, imageHash, near) }
    if (await insertGroupedFeatures(db, { ...grouped, near })) return toRecalled(grouped, near)
    signal.throwIfAborted()
  }
}

function choosePictureKey(features: ImageFeatures, imageHash: string, near: StoredFeatures[]): string {
  if (features.fingerprint === null) return toBlankKey(features)
  return near.find((other) => isSamePicture(features, other))?.pictureKey ?? imageHash
}

type GroupedFeatures = Omit<StoredFeatures, 'position'>

function toRecalled(features: GroupedFeatures, near: StoredFeatures[]): RecalledPicture {
  const { pictureKey, thumbnail } = features
  if (features.fingerprint === null) return { pictureKey, groups: [], thumbnail }
  const similar = near.filter((other) => isSimilarPicture(features, other))
  return { pictureKey, groups: [...new Set([...similar.map(toKey), pictureKey])], thumbnail }
}

const toKey = ({ pictureKey }: StoredFeatures) => pictureKey
