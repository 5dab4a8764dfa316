import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const side = 512
const channels = 3
const drawing = fileURLToPath(new URL('../../dev/images/free-lunch.jpg', import.meta.url))

/** JPEGs of 512×512 with the grain of a photo, about 50 kB each; no two have the same content. */
export async function drawImages(count: number): Promise<Buffer[]> {
  const pixels = await sharp(drawing).resize(side, side).removeAlpha().raw().toBuffer()
  const grain = randomNumbers(1)
  const photo = pixels.map((value) => Math.max(0, Math.min(255, value + 8 * (grain() + grain() - 1))))
  return Promise.all(Array.from({ length: count }, (_, n) => encode(stamped(photo, n))))
}

/** Random enough for grain, and the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32
}

/** The photo with `n` in its upper left corner: sixteen squares of 8×8, light or dark. */
function stamped(photo: Uint8Array, n: number): Buffer {
  const copy = Buffer.from(photo)
  for (let bit = 0; bit < 16; bit++)
    for (let row = 0; row < 8; row++) {
      const start = (row * side + bit * 8) * channels
      copy.fill((n >> bit) & 1 ? 240 : 16, start, start + 8 * channels)
    }
  return copy
}

const encode = (pixels: Buffer) =>
  sharp(pixels, { raw: { width: side, height: side, channels } })
    .jpeg({ quality: 90 })
    .toBuffer()
