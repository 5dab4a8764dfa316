export interface ImageFeatures {
  /** The signs of 64 low-frequency coefficients; null for a blank image. */
  fingerprint: bigint | null
  thumbnail: Buffer
  /** The mean difference between neighbours at 128 px; a blurred copy has less. */
  detail: number
}

export const inputSide = 128
const side = 32
const step = inputSide / side

/** Re-encoding changes smaller coefficients, so they count as zero. */
const deadZone = 6
/** Blank: the standard deviation of each channel at 32 px is below this. */
const blankDeviation = 4

export function toFeatures(pixels: Buffer): ImageFeatures {
  const thumbnail = shrink(pixels)
  const isBlank = [0, 1, 2].every((channel) => measureDeviation(thumbnail, channel) < blankDeviation)
  const signs = isBlank ? null : toSigns(transform(toGrey(thumbnail)))
  return { fingerprint: signs && toInteger(signs), thumbnail, detail: measureDetail(pixels) }
}

export function countDifferingBits(one: bigint, other: bigint): number {
  const differing = BigInt.asUintN(64, one ^ other)
  return countBits(Number(differing & 0xffff_ffffn)) + countBits(Number(differing >> 32n))
}

/** Of a whole number below 2³². */
function countBits(bits: number): number {
  let count = 0
  for (let rest = bits | 0; rest !== 0; rest &= rest - 1) count += 1
  return count
}

function shrink(pixels: Buffer): Buffer {
  const sums = new Uint32Array(side * side * 3)
  for (let at = 0, y = 0; y < inputSide; y += 1) {
    for (let x = 0; x < inputSide; x += 1, at += 3) {
      const to = (Math.floor(y / step) * side + Math.floor(x / step)) * 3
      for (let channel = 0; channel < 3; channel += 1)
        sums[to + channel] = (sums[to + channel] ?? 0) + (pixels[at + channel] ?? 0)
    }
  }
  return Buffer.from(sums.map((sum) => Math.round(sum / (step * step))))
}

export function toGrey(rgb: Buffer): Float64Array {
  const grey = new Float64Array(rgb.length / 3)
  for (let n = 0, at = 0; n < grey.length; n += 1, at += 3)
    grey[n] = 0.299 * (rgb[at] ?? 0) + 0.587 * (rgb[at + 1] ?? 0) + 0.114 * (rgb[at + 2] ?? 0)
  return grey
}

function measureDeviation(rgb: Buffer, channel: number): number {
  let [sum, squares] = [0, 0]
  for (let at = channel; at < rgb.length; at += 3) {
    const level = rgb[at] ?? 0
    sum += level
    squares += level * level
  }
  const mean = (3 * sum) / rgb.length
  return Math.sqrt(Math.max(0, (3 * squares) / rgb.length - mean * mean))
}

/** In the order of their diagonals, without the mean. */
const frequencies = Array.from({ length: 12 * 12 }, (_, n) => ({ u: n % 12, v: Math.floor(n / 12) }))
  .toSorted((a, b) => a.u + a.v - b.u - b.v || a.u - b.u)
  .slice(1, 65)

const cosines = Array.from({ length: 12 }, (_, u) =>
  Array.from(
    { length: side },
    (_, x) => Math.sqrt((u === 0 ? 1 : 2) / side) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * side)),
  ),
)

/** Orthonormal discrete cosine transform (DCT-II). */
function transform(grey: Float64Array): number[] {
  const rows = Array.from({ length: side }, (_, y) =>
    cosines.map((wave) => wave.reduce((sum, weight, x) => sum + weight * (grey[y * side + x] ?? 0), 0)),
  )
  return frequencies.map(({ u, v }) =>
    (cosines[v] ?? []).reduce((sum, weight, y) => sum + weight * (rows[y]?.[u] ?? 0), 0),
  )
}

const toSigns = (coefficients: number[]): boolean[] => coefficients.map((coefficient) => coefficient > deadZone)

const toInteger = (bits: boolean[]): bigint =>
  BigInt.asIntN(
    64,
    bits.reduce((integer, bit, n) => (bit ? integer | (1n << BigInt(n)) : integer), 0n),
  )

function measureDetail(pixels: Buffer): number {
  const grey = toGrey(pixels)
  let total = 0
  for (let n = 0; n + inputSide < grey.length; n += 1) {
    const here = grey[n] ?? 0
    if (n % inputSide !== inputSide - 1) total += Math.abs(here - (grey[n + 1] ?? 0))
    total += Math.abs(here - (grey[n + inputSide] ?? 0))
  }
  return Math.round((10 * total) / grey.length) / 10
}
