export interface ImageFeatures {
  /** The signs of 64 low-frequency coefficients; null for a blank image. */
  fingerprint: bigint | null
  thumbnail: Buffer
  /** The mean difference between neighbours at 128 px; a blurred copy has less. */
  detail: number
}

export const inputSide = 128
const side = 32

/** Re-encoding changes smaller coefficients, so they count as zero. */
const deadZone = 6
/** Blank: the standard deviation of each channel at 32 px is below this. */
const blankDeviation = 4

/** Takes 128×128 coloured pixels. */
export function toFeatures(pixels: Buffer): ImageFeatures {
  const square = { data: pixels, info: { width: inputSide, height: inputSide, channels: 3 } } as const
  const thumbnail = averagePixels(square, side) ?? pixels
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

/** 8 bits a channel, no alpha. */
export interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** The means of equal rectangles of a coloured image, `count` in each direction; null: the sides are no multiples. */
export function averagePixels({ data, info: { width, height, channels } }: Pixels, count: number): Buffer | null {
  if (channels !== 3 || width % count !== 0 || height % count !== 0) return null
  const [columns, rows] = [width / count, height / count]
  const means = Buffer.alloc(count * count * 3)
  for (let to = 0; to < means.length; to += 3) {
    const corner = Math.floor(to / 3 / count) * rows * width + ((to / 3) % count) * columns
    let [red, green, blue] = [0, 0, 0]
    for (let row = 0; row < rows; row += 1) {
      const start = 3 * (corner + row * width)
      for (let at = start; at < start + 3 * columns; at += 3) {
        red += data[at] ?? 0
        green += data[at + 1] ?? 0
        blue += data[at + 2] ?? 0
      }
    }
    means[to] = Math.round(red / (rows * columns))
    means[to + 1] = Math.round(green / (rows * columns))
    means[to + 2] = Math.round(blue / (rows * columns))
  }
  return means
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
