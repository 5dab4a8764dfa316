import { type Image, ImageRefused, maxCopyBytes } from './images.ts'
import { sharp } from './sharp.ts'

/** 8 bits a channel, no alpha. */
export interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
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
