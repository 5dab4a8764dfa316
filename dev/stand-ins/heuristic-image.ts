import sharp from 'sharp'

/** Measurements of the pixels. */
interface Measures {
  /** Standard deviation of brightness at 64 px, 0 to 127. */
  contrast: number
  /** The step between neighbours at 256 px that only 1 % of all steps exceed, 0 to 255. */
  sharpness: number
  /** Share of neighbours at 256 px that differ visibly. */
  clutter: number
  /** Distinct colours at 64 px, eight levels a channel. */
  colours: number
  shortSide: number
}

/** The tool's arguments for an image. It sees no words and can't tell what is shown. */
export async function judgeImage(image: Buffer): Promise<object> {
  const measures = await measure(image)
  const levels = toLevels(measures)
  const criteria = Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, Math.round(level)]))
  return {
    visible_text: '',
    observations: [
      `contrast ${measures.contrast.toFixed(0)} of 127, sharpest edges ${measures.sharpness} of 255`,
      `${measures.colours} colours at 64 px, ${(100 * measures.clutter).toFixed(0)} % of it edges`,
    ],
    instruction_attempt: 'none',
    instruction_quote: '',
    criteria,
    score: toScore(levels),
    confidence: 0.6,
    reason: getReason(levels),
  }
}

async function measure(image: Buffer): Promise<Measures> {
  const square = (side: number) => sharp(image).resize(side, side, { fit: 'contain', background: 'white' }).flatten()
  const [{ width, height }, small, grey] = await Promise.all([
    sharp(image).metadata(),
    square(64).removeAlpha().toColourspace('srgb').raw().toBuffer(),
    square(256).greyscale().raw().toBuffer(),
  ])
  const pixels = Array.from({ length: 64 * 64 }, (_, n) => small.subarray(3 * n, 3 * n + 3))
  const steps = toSteps(grey, 256)
  return {
    contrast: deviation(pixels.map(([r = 0, g = 0, b = 0]) => 0.3 * r + 0.59 * g + 0.11 * b)),
    sharpness: steps[Math.floor(steps.length * 0.99)] ?? 0,
    clutter: steps.filter((step) => step > 24).length / steps.length,
    colours: new Set(pixels.map(([r = 0, g = 0, b = 0]) => ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5))).size,
    shortSide: Math.min(width, height),
  }
}

/** The larger step from each pixel to its right and its lower neighbour, smallest first. */
function toSteps(grey: Buffer, side: number): Uint8Array {
  const at = (x: number, y: number) => grey[y * side + x] ?? 0
  const inner = side - 1
  return Uint8Array.from({ length: inner * inner }, (_, n) => {
    const [x, y] = [n % inner, Math.floor(n / inner)]
    return Math.max(Math.abs(at(x, y) - at(x + 1, y)), Math.abs(at(x, y) - at(x, y + 1)))
  }).sort()
}

function deviation(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

interface Levels {
  visibility: number
  readability: number
  brand_coherence: number
  craft: number
}

function toLevels({ contrast, sharpness, clutter, colours, shortSide }: Measures): Levels {
  return {
    visibility: onScale(contrast, [4, 12, 22, 34, 46, 62]),
    readability: clamp(
      onScale(sharpness, [4, 25, 55, 85, 115, 150]) - onScale(clutter, [0.12, 0.2, 0.3, 0.45, 0.6, 0.8]),
    ),
    // pixels don't know the name
    brand_coherence: 3,
    craft: clamp(onScale(shortSide, [16, 48, 96, 160, 240, 320]) - onScale(colours, [60, 110, 160, 220, 300, 400])),
  }
}

/** 0 to 5 by where the value lies between six marks. */
function onScale(value: number, marks: number[]): number {
  const above = marks.findIndex((mark) => value < mark)
  if (above === 0) return 0
  const [low = 0, high = 1] = marks.slice(above - 1, above + 1)
  return above === -1 ? 5 : above - 1 + (value - low) / (high - low)
}

/** The weighted levels; what can't be seen or read at all is worth nothing more. */
function toScore({ visibility, readability, brand_coherence, craft }: Levels): number {
  const weighted = 5 * visibility + 7 * readability + 3 * brand_coherence + 4 * craft
  const weakest = Math.min(visibility, readability)
  const most = weakest < 1.5 ? 10 + 8 * weakest : 100
  return Math.round(Math.min(most, weighted + 2))
}

function getReason(levels: Levels): string {
  const { visibility, readability, craft } = levels
  const parts = [
    pickWords(visibility, ['hardly any contrast', 'fair contrast when small', 'strong contrast when small']),
    pickWords(readability, ['blurred or cluttered', 'edges partly soft or busy', 'clear edges']),
    craft < 2.5 ? 'too small or too many colours' : 'a tidy palette',
  ]
  return `Stand-in judge, not a model: ${parts.join(', ')}; what is shown was not looked at.`
}

function pickWords(level: number, [low, middle, high]: [string, string, string]): string {
  if (level < 1.5) return low
  return level < 3.5 ? middle : high
}

const clamp = (level: number): number => Math.max(0, Math.min(5, level))
