import { hash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { averagePixels, type ImageFeatures, inputSide, type Pixels, toFeatures } from './image-features.ts'
import { backgroundColour, type Image, ImageRefused, maxCopyBytes } from './images.ts'
import { sharp } from './sharp.ts'
import { stripFile } from './strip-file.ts'

const maxSide = 768
/** In bytes: each sample of each channel counts (D82). */
const maxPixelBytes = 64_000_000
const maxPixelsPerSide = 16_384
const maxDecodeSeconds = 5

export const readFeatures = async (bytes: Buffer): Promise<ImageFeatures> =>
  toFeatures(await readSquare(sharp(bytes, { limitInputPixels: maxPixelBytes })))

/** Averaging costs less than the library’s scaling, and stored fingerprints stay comparable: at most one bit differs. */
const readPixels = async (pixels: Pixels): Promise<ImageFeatures> =>
  toFeatures(averagePixels(pixels, inputSide) ?? (await readSquare(openPixels(pixels))))

const readSquare = (image: Sharp): Promise<Buffer> =>
  image.removeAlpha().resize(inputSide, inputSide, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer()

/** Deterministic. Throws `ImageRefused`. */
export async function decodeImage(file: Buffer, signal: AbortSignal): Promise<Image> {
  const { bytes, isUnended } = stripFile(file)
  const head = await orRefuse(() => sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata())
  checkSize(head)
  signal.throwIfAborted()
  const failOn = isUnended ? await orRefuse(() => findStrictness(bytes, head)) : 'error'
  const pixels = await orRefuse(() => redrawFrame(bytes, head, { failOn, signal }))
  const isPhoto = head.format === 'jpeg'
  const drawn = [encodeImage(pixels, { isPhoto }), readPixels(pixels)] as const
  await Promise.allSettled(drawn)
  free(pixels)
  const [copy, features] = await Promise.all(drawn)
  return { hash: hash('sha256', copy.bytes), ...copy, features }
}

/** Frees decoded pixels at once: they lie outside the heap, whose collection they would trigger often. */
const free = ({ data }: Pixels) => (data.buffer as ArrayBuffer).transfer(0)

async function orRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw new ImageRefused('must be an undamaged PNG, JPEG, WebP or GIF image')
  }
}

/** Reads only the header, so that an oversized image is refused before unpacking. */
function checkSize(head: Metadata): void {
  if (pixelBytes(head) > maxPixelBytes || Math.max(head.width, head.height) > maxPixelsPerSide)
    throw new ImageRefused(
      'must have at most 64 MB of pixels (interlaced and progressive images count twice) and at most 16,384 pixels per side',
    )
}

/**
 * Progressive images are held whole besides their pixels. Other JPEGs are scaled while they are read, to at most a byte
 * per pixel.
 */
function pixelBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (format === 'jpeg' && !isProgressive && Math.min(width, height) >= 2 * maxSide) return width * height
  return width * height * channels * (sampleBytes[depth] ?? 8) * (isProgressive ? 2 : 1)
}

const sampleBytes: Partial<Record<Metadata['depth'], number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

interface Drawing {
  failOn: 'none' | 'error'
  /** The number of the frame. */
  page: number
  head: Metadata
}

const redraw = (bytes: Buffer, drawing: Drawing): Promise<Pixels> =>
  draw(bytes, drawing).raw().toBuffer({ resolveWithObject: true })

function draw(bytes: Buffer, { failOn, page, head }: Drawing) {
  const image = sharp(bytes, { failOn, limitInputPixels: maxPixelBytes, pages: 1, page })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()
    .flatten({ background: backgroundColour })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
  // 16-bit images with a profile are processed in a wide gamut, and would stay in it.
  return head.depth === 'ushort' && head.hasProfile ? image.withIccProfile('srgb') : image
}

/** The first frame that shows something, because many animations fade in from an empty one; else the first. */
async function redrawFrame(
  bytes: Buffer,
  head: Metadata,
  { failOn, signal }: { failOn: Drawing['failOn']; signal: AbortSignal },
): Promise<Pixels> {
  const first = await redraw(bytes, { failOn, page: 0, head })
  for (const page of listLaterFrames(head)) {
    if (page === 1 && !(await isBlank(first))) return first
    signal.throwIfAborted()
    const later = await redraw(bytes, { failOn, page, head })
    if (!(await isBlank(later))) {
      free(first)
      return later
    }
    free(later)
  }
  return first
}

const isBlank = async (pixels: Pixels): Promise<boolean> => (await readPixels(pixels)).fingerprint === null

/** The decoder draws all frames before one, so the bound covers all of them. */
const maxAnimationBytes = 2 * maxPixelBytes

const listLaterFrames = (head: Metadata): number[] =>
  Array.from({ length: 8 }, (_, n) => 2 ** n).filter(
    (page) => page < (head.pages ?? 1) && (page + 1) * pixelBytes(head) <= maxAnimationBytes,
  )

/** If more of the height is missing, the image counts as truncated. */
const maxMissing = 1 / 50
const probe = { columns: 16, rows: 250 }

/**
 * Many programs omit the end marker, and some lose the last pixels with it. Throws if more than a fiftieth of the rows
 * is missing.
 */
async function findStrictness(bytes: Buffer, head: Metadata): Promise<Drawing['failOn']> {
  const open = (failOn: 'none' | 'warning') =>
    sharp(bytes, { failOn, limitInputPixels: maxPixelBytes }).timeout({ seconds: maxDecodeSeconds })
  if (head.isProgressive) {
    // What is missing makes all rows coarser.
    await open('warning').raw().toBuffer()
    return 'error'
  }
  const pixels = await open('none').resize(probe.columns, probe.rows, { fit: 'fill' }).greyscale().raw().toBuffer()
  if (countMissingRows(pixels, head) > maxMissing * probe.rows) throw new ImageRefused('is truncated')
  return 'none'
}

/** The decoder fills missing rows with grey. */
function countMissingRows(pixels: Buffer, { channels }: Metadata): number {
  const level = channels > 3 ? (pixels.at(-1) ?? 0) : 128
  const last = pixels.findLastIndex((one) => Math.abs(one - level) > 1)
  return probe.rows - Math.ceil((last + 1) / probe.columns)
}

type Copy = Pick<Image, 'bytes' | 'mediaType' | 'width' | 'height'>

/** Almost every image fits at the first step, and noise at a quality of 20. */
const jpegSteps = [
  { quality: 92, scale: 1 },
  { quality: 80, scale: 1 },
  { quality: 60, scale: 1 },
  { quality: 40, scale: 1 },
  { quality: 20, scale: 1 },
  { quality: 60, scale: 0.5 },
  { quality: 20, scale: 0.5 },
]

/** At most 150 kB; deterministic. A drawing that fits is stored exactly, as PNG; everything else becomes JPEG. */
export async function encodeImage(pixels: Pixels, { isPhoto }: { isPhoto: boolean }): Promise<Copy> {
  if (!isPhoto) {
    const copy = await encodePng(pixels)
    if (copy.bytes.length <= maxCopyBytes) return copy
  }
  for (const step of jpegSteps) {
    const copy = await encodeJpeg(pixels, step)
    if (copy.bytes.length <= maxCopyBytes) return copy
  }
  throw new ImageRefused('must be an image that can be compressed')
}

// Level 1 without filters: a fifth larger than level 2 and about 3 ms faster on a photo of 512×512.
const pngOptions = { compressionLevel: 1, adaptiveFiltering: false, palette: false }

async function encodePng(pixels: Pixels): Promise<Copy> {
  const { width, height } = pixels.info
  return {
    bytes: withoutResolution(await openPixels(pixels).png(pngOptions).toBuffer()),
    mediaType: 'image/png',
    width,
    height,
  }
}

async function encodeJpeg(pixels: Pixels, { quality, scale }: { quality: number; scale: number }): Promise<Copy> {
  const width = Math.ceil(pixels.info.width * scale)
  const height = Math.ceil(pixels.info.height * scale)
  const image = scale === 1 ? openPixels(pixels) : openPixels(pixels).resize(width, height, { fit: 'fill' })
  // Tables per image would save a twentieth of the bytes and take 2 ms.
  const bytes = await image.jpeg({ quality, optimizeCoding: false }).toBuffer()
  return { bytes, mediaType: 'image/jpeg', width, height }
}

export const openPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

// sharp strips all metadata but the dots per inch: 21 bytes straight after the 33 of the head.
const withoutResolution = (png: Buffer) =>
  png.toString('latin1', 37, 41) === 'pHYs' ? Buffer.concat([png.subarray(0, 33), png.subarray(54)]) : png
