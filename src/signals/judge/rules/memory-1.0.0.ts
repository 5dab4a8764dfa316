/** The version of the rules for images that share a verdict, and for known copies. A change needs a new prompt version. */
export const memoryRules = 'memory-rules@1.0.0'

/** The features of an image that are compared. */
interface Look {
  /** null: blank. */
  fingerprint: bigint | null
  /** 32×32 pixels: red, green and blue. */
  thumbnail: Uint8Array
  /** How sharp it is. */
  detail: number
}

const maxDifferingBits = 6
/** The limits for the mean level and for the contrast, because a slightly brighter picture is the same picture. */
const maxShift = 40
const maxContrastRatio = 1.4
/** The limits after mean and contrast are made equal: for all levels, and for a patch of 4×4 pixels. */
const maxDeviation = 20
const maxPatchDifference = 56
const maxDetailRatio = 1.7

/**
 * Decides whether two images are the same picture, re-encoded, scaled or slightly changed. A fingerprint has only signs, and
 * different pictures can be made to share one. So colours, each part of the picture and its sharpness must agree too;
 * otherwise somebody could get the verdict of a different picture. `toBlankKey` compares blank images.
 */
export function isSamePicture(one: Look, other: Look): boolean {
  if (one.fingerprint === null || other.fingerprint === null) return false
  if (countBits(one.fingerprint ^ other.fingerprint) > maxDifferingBits) return false
  if (toRatio(one.detail, other.detail) > maxDetailRatio) return false
  const [levels, others] = [toLevels(one.thumbnail), toLevels(other.thumbnail)]
  if (Math.abs(levels.mean - others.mean) > maxShift) return false
  if (toRatio(levels.contrast, others.contrast) > maxContrastRatio) return false
  const differences = compareLevels(one.thumbnail, other.thumbnail, { levels, others })
  return toDeviation(differences) <= maxDeviation && toPatchDifference(differences) <= maxPatchDifference
}

/** Makes the key that blank images of about the same colour share. They differ in nothing else. */
export function toBlankKey({ thumbnail }: Pick<Look, 'thumbnail'>): string {
  const sums = [0, 0, 0]
  thumbnail.forEach((level, at) => {
    sums[at % 3] = (sums[at % 3] ?? 0) + level
  })
  return `blank ${sums.map((sum) => Math.floor((3 * sum) / thumbnail.length / 32)).join(' ')}`
}

/** Sets `copycat_of` in the verdict on a known copy, so that the gate applies even if the judge didn't notice the copy. */
export const markKnownCopy = <V extends object>(verdict: V, copyOf: string | null): V =>
  copyOf === null ? verdict : { ...verdict, copycat_of: copyOf }

function countBits(difference: bigint): number {
  let count = 0
  for (let rest = BigInt.asUintN(64, difference); rest > 0n; rest &= rest - 1n) count += 1
  return count
}

interface Levels {
  mean: number
  /** The standard deviation of the levels. */
  contrast: number
}

function toLevels(thumbnail: Uint8Array): Levels {
  let [sum, squares] = [0, 0]
  for (const level of thumbnail) {
    sum += level
    squares += level * level
  }
  const mean = sum / thumbnail.length
  return { mean, contrast: Math.sqrt(Math.max(0, squares / thumbnail.length - mean * mean)) }
}

/** Computes the differences of all levels after scaling both images to their mean contrast. */
function compareLevels(
  one: Uint8Array,
  other: Uint8Array,
  { levels, others }: { levels: Levels; others: Levels },
): Float64Array {
  const contrast = (levels.contrast + others.contrast) / 2
  const [scale, otherScale] = [contrast / (levels.contrast || 1), contrast / (others.contrast || 1)]
  return Float64Array.from(
    one,
    (level, at) => (level - levels.mean) * scale - ((other[at] ?? 0) - others.mean) * otherScale,
  )
}

const toDeviation = (differences: Float64Array): number =>
  Math.sqrt(differences.reduce((total, difference) => total + difference ** 2, 0) / differences.length)

/** Finds the largest mean difference of a patch of 4×4 pixels in any channel. */
function toPatchDifference(differences: Float64Array): number {
  const sums = new Float64Array(8 * 8 * 3)
  differences.forEach((difference, at) => {
    const [x, y, channel] = [Math.floor(at / 3) % 32, Math.floor(at / 96), at % 3]
    const patch = (Math.floor(y / 4) * 8 + Math.floor(x / 4)) * 3 + channel
    sums[patch] = (sums[patch] ?? 0) + difference
  })
  return sums.reduce((largest, sum) => Math.max(largest, Math.abs(sum) / 16), 0)
}

/** Divides the larger value by the smaller one. Adding 1 keeps the ratio of two tiny values close to 1. */
const toRatio = (one: number, other: number): number => (Math.max(one, other) + 1) / (Math.min(one, other) + 1)
