import { type ImageFeatures, countDifferingBits, toGrey } from '../../providers/images/image-features.ts'
import { haveSameParts } from './is-copied-picture.ts'

const maxDifferingBits = 6
const minCorrelation = 0.9

/** Decides whether a viewer would see the same picture, in any colours, brightness and sharpness. */
export function isSimilarPicture(one: ImageFeatures, other: ImageFeatures): boolean {
  if (one.fingerprint === null || other.fingerprint === null) return false
  if (countDifferingBits(one.fingerprint, other.fingerprint) > maxDifferingBits) return false
  if (correlate(toGrey(one.thumbnail), toGrey(other.thumbnail)) < minCorrelation) return false
  return haveSameParts(one, other)
}

/** Pearson's coefficient. */
function correlate(one: Float64Array, other: Float64Array): number {
  const [mean, otherMean] = [toMean(one), toMean(other)]
  let [product, squares, otherSquares] = [0, 0, 0]
  one.forEach((value, at) => {
    const [distance, otherDistance] = [value - mean, (other[at] ?? 0) - otherMean]
    product += distance * otherDistance
    squares += distance ** 2
    otherSquares += otherDistance ** 2
  })
  return product / (Math.sqrt(squares * otherSquares) || 1)
}

const toMean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
