import { hash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { type Pixels, encodeImage, openPixels } from './encode-image.ts'
import { type Image, ImageRefused, backgroundColour } from './images.ts'
import { type ImageFeatures, inputSide, toFeatures } from './image-features.ts'
import { sharp } from './sharp.ts'
import { stripFile } from './strip-file.ts'

const maxSide = 768
/** In bytes: each sample of each channel counts (D82). */
const maxPixelBytes = 64_000_000
const maxPixelsPerSide = 16_384
const maxDecodeSeconds = 5

/** Computes the features of a stored image. */
export const readFeatures = (bytes: Buffer): Promise<ImageFeatures> =>
  readPixels(sharp(bytes, { limitInputPixels: maxPixelBytes }))

const readPixels = async (image: Sharp): Promise<ImageFeatures> => toFeatures(await readSquare(image))

const readSquare = (image: Sharp): Promise<Buffer> =>
  image.removeAlpha().resize(inputSide, inputSide, { fit: 'fill' }).toColourspace('srgb').raw().toBuffer()

/** The same bytes always give the same image; throws `ImageRefused`. */
export async function decodeImage(file: Buffer, signal: AbortSignal): Promise<Image> {
  const bytes = stripFile(file)
  const head = await orRefuse(() => sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata())
  checkSize(head)
  signal.throwIfAborted()
  const pixels = await orRefuse(() => redraw(bytes))
  const isPhoto = head.format === 'jpeg'
  const drawn = [encodeImage(pixels, { isPhoto }), readPixels(openPixels(pixels))] as const
  await Promise.allSettled(drawn)
  free(pixels)
  const [copy, features] = await Promise.all(drawn)
  return { hash: hash('sha256', copy.bytes), ...copy, features }
}

/**
 * Gives the memory of decoded pixels back at once. It lies outside the heap, and the runtime collects the whole heap whenever
 * some images' worth of it is garbage.
 */
const free = ({ data }: Pixels) => (data.buffer as ArrayBuffer).transfer(0)

async function orRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw new ImageRefused('must be an undamaged PNG, JPEG, WebP or GIF image')
  }
}

/** Reads the header alone, so that an image that would unpack to too much is refused before any of it is unpacked. */
function checkSize(head: Metadata): void {
  if (pixelBytes(head) > maxPixelBytes || Math.max(head.width, head.height) > maxPixelsPerSide)
    throw new ImageRefused(
      'must have at most 64 MB of pixels (interlaced and progressive images count twice) and at most 16,384 pixels per side',
    )
}

/** The memory that an image takes while it is decoded: a progressive one is held whole beside its pixels. */
const pixelBytes = ({ width, height, channels, depth, isProgressive }: Metadata): number =>
  width * height * channels * (sampleBytes[depth] ?? 8) * (isProgressive ? 2 : 1)

const sampleBytes: Partial<Record<Metadata['depth'], number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }

const redraw = (bytes: Buffer): Promise<Pixels> => draw(bytes).raw().toBuffer({ resolveWithObject: true })

const draw = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: maxPixelBytes, pages: 1 })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()
    .flatten({ background: backgroundColour })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
