import { type ImageFeatures, toGrey } from '../../providers/images/image-features.ts'

// How altered copies of a picture are found: the middle four fifths of each stored picture are described by the signs
// of their lowest frequencies, because a crop of a tenth leaves them. A new picture is described in each view that may
// show the middle of another. Everything is computed from the stored thumbnail of 32×32 pixels.

const side = 32
export const viewSide = 16
const codeBits = 48
/** Smaller coefficients count as zero, as in `image-features.ts`. */
const deadZone = 3
const minContrast = 3

/** A window of a picture, in fractions of its sides, and its rotation in degrees. */
export interface View {
  x: number
  y: number
  width: number
  height: number
  angle: number
}

/** How the shown picture differs from the stored one besides the window. */
export interface Variant {
  isMirrored: boolean
  isFlipped: boolean
  isNegative: boolean
}

export interface SeenView {
  view: View
  variant: Variant
  code: bigint
}

const around = (x: number, y: number, width: number, height = width, angle = 0): View => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
  angle,
})

const middle = around(0.5, 0.5, 0.8)

/** Where a copy shows the middle of the original: after crops of up to a tenth, frames, and turns by up to 5°. */
const views: View[] = [
  middle,
  ...[0.444, 0.5, 0.556].flatMap((x) => [0.444, 0.5, 0.556].map((y) => around(x, y, 0.889))),
  ...[0.474, 0.526].flatMap((x) => [0.474, 0.526].map((y) => around(x, y, 0.842))),
  ...[0.474, 0.526].flatMap((at) => [around(at, 0.5, 0.842, 0.8), around(0.5, at, 0.8, 0.842)]),
  ...[0.444, 0.556].flatMap((at) => [around(at, 0.5, 0.889, 0.8), around(0.5, at, 0.8, 0.889)]),
  around(0.5, 0.5, 0.842),
  around(0.5, 0.5, 0.755),
  around(0.5, 0.5, 0.714),
  ...[-5, -3.5, -2, -1, 1, 2, 3.5, 5].flatMap((angle) => [
    around(0.5, 0.5, 0.8, 0.8, angle),
    around(0.5, 0.5, 0.8 / turnedSide(angle), 0.8 / turnedSide(angle), angle),
  ]),
  ...[-4, -2, 2, 4].map((angle) => around(0.5, 0.5, 0.889, 0.889, angle)),
]

/** The side of a square that holds a turned square of side 1. */
function turnedSide(degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180
  return Math.cos(angle) + Math.sin(angle)
}

const variants: Variant[] = [false, true].flatMap((isMirrored) =>
  [false, true].map((isNegative) => ({ isMirrored, isFlipped: false, isNegative })),
)
const flipped: Variant[] = variants.map((variant) => ({ ...variant, isFlipped: true }))

/** null: the middle shows nothing to compare. */
export function toMiddleCode({ thumbnail }: Pick<ImageFeatures, 'thumbnail'>): bigint | null {
  const shown = sampleGrey(toGrey(thumbnail), middle)
  return measureContrast(shown) < minContrast ? null : toCode(transform(shown), variants[0])
}

/** The codes of a picture in each view that may show the middle of another. Equal codes are listed once. */
export function listSeenViews({ thumbnail }: Pick<ImageFeatures, 'thumbnail'>): SeenView[] {
  const plane = toGrey(thumbnail)
  const seen = new Map<bigint, SeenView>()
  for (const view of views) {
    const shown = sampleGrey(plane, view)
    if (measureContrast(shown) < minContrast) continue
    const coefficients = transform(shown)
    for (const variant of view.angle === 0 && view.x === view.y && view.x > 0.06
      ? [...variants, ...flipped]
      : variants) {
      const code = toCode(coefficients, variant)
      if (!seen.has(code)) seen.set(code, { view, variant, code })
    }
  }
  return [...seen.values()]
}

/** The bits of each key: thirds of the code, and three other selections that share no pattern with them. */
const keyBits: number[][] = [
  ...[0, 1, 2].map((start) => Array.from({ length: 16 }, (_, n) => start + 3 * n)),
  [0, 1, 4, 5, 10, 11, 14, 15, 20, 21, 26, 27, 32, 33, 38, 39],
  [2, 3, 6, 7, 8, 9, 12, 13, 18, 19, 24, 25, 30, 31, 36, 37],
  [0, 2, 5, 7, 9, 12, 14, 16, 17, 22, 23, 28, 29, 34, 35, 40],
]

/** Two codes with few different bits mostly share a key. */
export const toKeys = (code: bigint): number[] =>
  keyBits.map((bits) => bits.reduce((key, bit, n) => key | (Number((code >> BigInt(bit)) & 1n) << n), 0))

/** Each pixel is the mean of this many points in each direction, to avoid aliasing. */
const points = 2

/** Outside the plane, the edge continues. */
export function sampleGrey(plane: Float64Array, view: View, density = points): Float64Array {
  const shown = new Float64Array(viewSide * viewSide)
  const angle = (view.angle * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [x0, y0] = [view.x + view.width / 2, view.y + view.height / 2]
  const steps = viewSide * density
  for (let j = 0; j < steps; j += 1) {
    const down = ((j + 0.5) / steps - 0.5) * view.height
    for (let i = 0; i < steps; i += 1) {
      const right = ((i + 0.5) / steps - 0.5) * view.width
      const to = Math.floor(j / density) * viewSide + Math.floor(i / density)
      const value = readAt(
        plane,
        (x0 + right * cosine - down * sine) * side - 0.5,
        (y0 + right * sine + down * cosine) * side - 0.5,
      )
      shown[to] = (shown[to] ?? 0) + value / (density * density)
    }
  }
  return shown
}

/** Interpolates between the four nearest pixels. */
function readAt(plane: Float64Array, column: number, row: number): number {
  const [x, y] = [Math.min(side - 1, Math.max(0, column)), Math.min(side - 1, Math.max(0, row))]
  const [left, above] = [Math.min(side - 2, Math.floor(x)), Math.min(side - 2, Math.floor(y))]
  const [across, down] = [x - left, y - above]
  const at = above * side + left
  const upper = (plane[at] ?? 0) * (1 - across) + (plane[at + 1] ?? 0) * across
  const lower = (plane[at + side] ?? 0) * (1 - across) + (plane[at + side + 1] ?? 0) * across
  return upper * (1 - down) + lower * down
}

function measureContrast(values: Float64Array): number {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  const mean = sum / values.length
  return Math.sqrt(Math.max(0, squares / values.length - mean * mean))
}

const maxFrequency = 9
/** The lowest frequencies without the mean, in the order of their diagonals. */
const frequencies = Array.from({ length: maxFrequency ** 2 }, (_, n) => ({
  u: n % maxFrequency,
  v: Math.floor(n / maxFrequency),
}))
  .toSorted((a, b) => a.u + a.v - b.u - b.v || a.u - b.u)
  .slice(1, codeBits + 1)

const cosines = Array.from({ length: maxFrequency }, (_, u) =>
  Float64Array.from(
    { length: viewSide },
    (_, x) => Math.sqrt((u === 0 ? 1 : 2) / viewSide) * Math.cos(((2 * x + 1) * u * Math.PI) / (2 * viewSide)),
  ),
)

/** Computes the coefficients at `frequencies` of an orthonormal discrete cosine transform (DCT-II). */
function transform(shown: Float64Array): Float64Array {
  const rows = new Float64Array(viewSide * maxFrequency)
  for (let y = 0; y < viewSide; y += 1)
    cosines.forEach((wave, u) => {
      let sum = 0
      for (let x = 0; x < viewSide; x += 1) sum += (wave[x] ?? 0) * (shown[y * viewSide + x] ?? 0)
      rows[y * maxFrequency + u] = sum
    })
  return Float64Array.from(frequencies, ({ u, v }) => {
    let sum = 0
    for (let y = 0; y < viewSide; y += 1) sum += (cosines[v]?.[y] ?? 0) * (rows[y * maxFrequency + u] ?? 0)
    return sum
  })
}

/** Mirroring changes the sign of odd frequencies, and a negative the signs of all. */
function toCode(coefficients: Float64Array, variant: Variant | undefined): bigint {
  let code = 0n
  frequencies.forEach(({ u, v }, n) => {
    const isTurned =
      (variant?.isNegative === true) !==
      ((variant?.isMirrored === true && u % 2 === 1) !== (variant?.isFlipped === true && v % 2 === 1))
    const coefficient = coefficients[n] ?? 0
    if ((isTurned ? -coefficient : coefficient) > deadZone) code |= 1n << BigInt(n)
  })
  return code
}

export { middle as middleView }
