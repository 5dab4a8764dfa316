import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const side = 512
const channels = 3
const drawing = fileURLToPath(new URL('../../dev/images/free-lunch.jpg', import.meta.url))

const photoFormat = { raw: { width: side, height: side, channels } } as const
/** How many patches lie side by side. */
const patches = 8

/** JPEGs of 512×512 with the grain of a photo, about 50 kB each; no two of them look alike. */
export async function drawImages(count: number): Promise<Buffer[]> {
  const pixels = await sharp(drawing).resize(side, side).removeAlpha().raw().toBuffer()
  const random = randomNumbers(1)
  const photo = pixels.map((value) => Math.max(0, Math.min(255, value + 8 * (random() + random() - 1))))
  return Promise.all(Array.from({ length: count }, () => drawPatched(photo, random)))
}

/** Random enough, and the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
}

/** The photo in patches that are lighter or darker by chance. */
async function drawPatched(photo: Uint8Array, random: () => number): Promise<Buffer> {
  const shades = Uint8Array.from({ length: patches ** 2 }, () => 256 * random())
  const input = await sharp(shades, { raw: { width: patches, height: patches, channels: 1 } })
    .resize(side, side, { kernel: 'nearest' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return sharp(photo, photoFormat)
    .composite([{ input, ...photoFormat, blend: 'hard-light' }])
    .jpeg({ quality: 95 })
    .toBuffer()
}
