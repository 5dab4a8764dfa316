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

/** null: the middle shows nothing to compare. */
export function toMiddleCode({ thumbnail }: Pick<ImageFeatures, 'thumbnail'>): bigint | null {
  const shown = new Float64Array(viewSide ** 2)
  readGrid(toGrey(thumbnail), layGrid(middle, createGrid(points)), shown)
  return measureContrast(shown) < minContrast ? null : toSigns(transform(shown)).positive
}

/** The codes of a picture in each view that may show the middle of another. Equal codes are listed once. */
export function listSeenViews({ thumbnail }: Pick<ImageFeatures, 'thumbnail'>): SeenView[] {
  const plane = toGrey(thumbnail)
  const shown = new Float64Array(viewSide ** 2)
  const seen = new Map<bigint, SeenView>()
  for (const { view, grid } of layViews()) {
    readGrid(plane, grid, shown)
    if (measureContrast(shown) < minContrast) continue
    const { positive, negative } = toSigns(transform(shown))
    const isCentral = view.angle === 0 && view.x === view.y && view.x > 0.06
    for (const { variant, turned } of isCentral ? variants : unflipped) {
      const code = (positive & ~turned) | (negative & turned)
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
export function toKeys(code: bigint): number[] {
  const halves = [Number(code & 0xff_ffffn), Number(code >> 24n)] as const // bit operations on numbers are much faster
  const bitAt = (bit: number) => (halves[bit < 24 ? 0 : 1] >> (bit % 24)) & 1
  return keyBits.map((bits) => bits.reduce((key, bit, n) => key | (bitAt(bit) << n), 0))
}

/** Each pixel is the mean of this many points in each direction, to avoid aliasing. */
const points = 2

let laidViews: { view: View; grid: Grid }[] | undefined

/** Takes a megabyte, so a process that never compares pictures has none. */
const layViews = () => (laidViews ??= views.map((view) => ({ view, grid: layGrid(view, createGrid(points)) })))

/** Where the points of a window lie: the pixel above and to the left of each, and how far it is from there. */
interface Grid {
  density: number
  pixel: Int32Array
  across: Float64Array
  down: Float64Array
}

const createGrid = (density: number): Grid => {
  const count = (viewSide * density) ** 2
  return {
    density,
    pixel: new Int32Array(count),
    across: new Float64Array(count),
    down: new Float64Array(count),
  }
}

/** Outside the plane, the edge continues. */
function layGrid(view: View, grid: Grid): Grid {
  const { density, pixel, across, down } = grid
  const steps = viewSide * density
  const angle = (view.angle * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const [x0, y0] = [view.x + view.width / 2, view.y + view.height / 2]
  for (let row = 0, n = 0; row < steps; row += 1) {
    const below = ((row + 0.5) / steps - 0.5) * view.height
    for (let column = 0; column < steps; column += 1, n += 1) {
      const right = ((column + 0.5) / steps - 0.5) * view.width
      const x = Math.min(side - 1, Math.max(0, (x0 + right * cosine - below * sine) * side - 0.5))
      const y = Math.min(side - 1, Math.max(0, (y0 + right * sine + below * cosine) * side - 0.5))
      const left = Math.min(side - 2, Math.floor(x))
      const above = Math.min(side - 2, Math.floor(y))
      pixel[n] = above * side + left
      across[n] = x - left
      down[n] = y - above
    }
  }
  return grid
}

function readGrid(plane: Float64Array, grid: Grid, shown: Float64Array): void {
  const { density } = grid
  const steps = viewSide * density
  shown.fill(0)
  for (let n = 0; n < grid.pixel.length; n += 1) {
    const to = Math.floor(n / steps / density) * viewSide + Math.floor((n % steps) / density)
    shown[to] = (shown[to] ?? 0) + readPoint(plane, grid, n) / (density * density)
  }
}

/** Interpolates between the four nearest pixels. */
function readPoint(plane: Float64Array, grid: Grid, n: number): number {
  const at = grid.pixel[n] ?? 0
  const across = grid.across[n] ?? 0
  const down = grid.down[n] ?? 0
  const upper = (plane[at] ?? 0) * (1 - across) + (plane[at + 1] ?? 0) * across
  const lower = (plane[at + side] ?? 0) * (1 - across) + (plane[at + side + 1] ?? 0) * across
  return upper * (1 - down) + lower * down
}

/** Laid anew for each view: a comparison reads some hundred. */
const singlePoints = createGrid(1)

/** What a window shows of each plane, one after the other, read at single points. */
export function readView(
  planes: Float64Array[],
  view: View,
  { isMirrored, isFlipped, isNegative }: Variant,
  shown = new Float64Array(planes.length * viewSide ** 2),
): Float64Array {
  const grid = layGrid(view, singlePoints)
  const turned = (isMirrored ? viewSide - 1 : 0) + (isFlipped ? viewSide * (viewSide - 1) : 0)
  planes.forEach((plane, nth) => {
    for (let n = 0; n < viewSide ** 2; n += 1) {
      const level = readPoint(plane, grid, n)
      shown[nth * viewSide ** 2 + (n ^ turned)] = isNegative ? 255 - level : level
    }
  })
  return shown
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

/** A bit for each frequency. */
function toBits(isSet: (frequency: { u: number; v: number }, n: number) => boolean): bigint {
  const halves: [number, number] = [0, 0]
  frequencies.forEach((frequency, n) => {
    if (isSet(frequency, n)) halves[n < 24 ? 0 : 1] |= 1 << (n % 24)
  })
  return (BigInt(halves[1]) << 24n) | BigInt(halves[0])
}

const toSigns = (coefficients: Float64Array) => ({
  positive: toBits((_, n) => (coefficients[n] ?? 0) > deadZone),
  negative: toBits((_, n) => (coefficients[n] ?? 0) < -deadZone),
})

export const asShown: Variant = { isMirrored: false, isFlipped: false, isNegative: false }

/** The bits whose sign a variant turns: mirroring those of odd frequencies, a negative all. */
const toTurnedBits = ({ isMirrored, isFlipped, isNegative }: Variant): bigint =>
  toBits(({ u, v }) => isNegative !== ((isMirrored && u % 2 === 1) !== (isFlipped && v % 2 === 1)))

const variants = [false, true].flatMap((isFlipped) =>
  [false, true].flatMap((isMirrored) =>
    [false, true].map((isNegative) => {
      const variant = { isMirrored, isFlipped, isNegative }
      return { variant, turned: toTurnedBits(variant) }
    }),
  ),
)
const unflipped = variants.filter(({ variant }) => !variant.isFlipped)

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
  const coefficients = new Float64Array(codeBits) // `Float64Array.from` is slow
  frequencies.forEach(({ u, v }, n) => {
    let sum = 0
    for (let y = 0; y < viewSide; y += 1) sum += (cosines[v]?.[y] ?? 0) * (rows[y * maxFrequency + u] ?? 0)
    coefficients[n] = sum
  })
  return coefficients
}

export { middle as middleView }
