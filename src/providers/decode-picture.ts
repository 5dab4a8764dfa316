import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { bulkhead } from 'cockatiel'
import sharp from 'sharp'
import { type Picture, PictureRefused } from './images.ts'

export type DecodePicture = (bytes: Buffer) => Promise<Picture>

const LONGEST_SIDE = 768
const MOST_PIXELS = 25_000_000
const MOST_PIXELS_A_SIDE = 16_384
const LONGEST_DECODE_SECONDS = 5

// Everything else libvips can load stays shut: SVG and PDF fetch and run things, TIFF and AVIF have had the most holes.
const LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

// A picture of 25 megapixels is 100 MB of raw bytes. Decoding keeps a core busy: half of the cores are left to all else,
// without which reads wait for scorings, and at least half of the runtime's four threads to name look-ups and files.
const DECODES_AT_ONCE = availableParallelism() < 4 ? 1 : 2

/** Reads PNG, JPEG, WebP and GIF by their bytes, whatever they claim to be; shuts all other decoders of this process. */
export function openDecoder(): DecodePicture {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  sharp.cache(false) // no two decodes share anything
  const places = bulkhead(DECODES_AT_ONCE, Infinity)
  return (bytes) => places.execute(() => decodePicture(bytes))
}

/** The same bytes always give the same picture; throws `PictureRefused`. */
async function decodePicture(bytes: Buffer): Promise<Picture> {
  const head = await orRefuse(() => sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata())
  checkSize(head)
  const { data, info } = await orRefuse(() => redraw(bytes, head.format))
  const isPhoto = info.format === 'jpeg'
  const copy = isPhoto ? data : withoutResolution(data)
  const hash = createHash('sha256').update(copy).digest('hex')
  return { hash, bytes: copy, mediaType: isPhoto ? 'image/jpeg' : 'image/png', width: info.width, height: info.height }
}

async function orRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    throw new PictureRefused('must be an undamaged PNG, JPEG, WebP or GIF picture')
  }
}

/** By the head alone: a picture that would unpack to too much is refused before any of it is. */
function checkSize({ width, height }: { width: number; height: number }): void {
  if (width * height > MOST_PIXELS || Math.max(width, height) > MOST_PIXELS_A_SIDE)
    throw new PictureRefused('must have at most 25 million pixels, and 16,384 a side')
}

// Grey, because text in white on transparency would vanish on white and text in black on black: on grey both show.
const BACKGROUND = { r: 128, g: 128, b: 128 }

// Level 1 without filters: a fifth larger than level 2 and about 3 ms faster on a photo of 512×512.
const PNG = { compressionLevel: 1, adaptiveFiltering: false, palette: false }

// What came as a JPEG is kept as one, at a quality that adds none to see: as PNG a photo would take eight times the bytes,
// of every call of the model too. Tables made for each picture would save a twentieth of the bytes and take 2 ms.
const JPEG = { quality: 92, optimizeCoding: false }

function redraw(bytes: Buffer, format: string) {
  const drawn = draw(bytes)
  return (format === 'jpeg' ? drawn.jpeg(JPEG) : drawn.png(PNG)).toBuffer({ resolveWithObject: true })
}

const draw = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 })
    .timeout({ seconds: LONGEST_DECODE_SECONDS })
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })

// sharp strips all metadata but the dots per inch. Its encoder writes them, 21 bytes, straight after the 33 of the head.
const withoutResolution = (png: Buffer) =>
  png.toString('latin1', 37, 41) === 'pHYs' ? Buffer.concat([png.subarray(0, 33), png.subarray(54)]) : png
