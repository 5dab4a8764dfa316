import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { draw, pixelAt } from '../../../test/fixtures/images.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createDecoder } from './images-http.ts'
import { maxCopyBytes } from './images.ts'

const forever = new AbortController().signal
const decodeUntil = createDecoder(createMetrics())
const decode = (bytes: Buffer) => decodeUntil(bytes, forever)

/** Looks random, and is the same in every run. */
const noiseAt = (x: number, y: number) => Math.imul(x * 769 + y + 1, 0x9e3779b1) >>> 0
type Colour = [red: number, green: number, blue: number]

const toColour = (word: number): Colour => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255]
const grey = (level: number): Colour => [level, level, level]
const mapColour = ([red, green, blue]: Colour, map: (level: number) => number): Colour => [
  map(red),
  map(green),
  map(blue),
]

const hardest: Record<string, (x: number, y: number) => Colour> = {
  'coloured noise': (x, y) => toColour(noiseAt(x, y)),
  'black and white noise': (x, y) => grey(noiseAt(x, y) & 4096 ? 255 : 0),
  'noise of full colours': (x, y) => mapColour(toColour(noiseAt(x, y)), (level) => (level < 128 ? 0 : 255)),
  'black and white noise on noise of colours twice as coarse': (x, y) =>
    mapColour(
      toColour(noiseAt(x >> 1, y >> 1)),
      (level) => (noiseAt(x, y) & 4096 ? 190 : 65) + (level < 128 ? -64 : 64),
    ),
}

for (const [kind, colourAt] of Object.entries(hardest)) {
  test(`of ${kind} at most 150 kB is kept, the same bytes each time`, async () => {
    const files = [
      await draw(768, 768, colourAt).png().toBuffer(),
      await draw(768, 768, colourAt).jpeg({ quality: 100 }).toBuffer(),
    ]
    for (const file of files) {
      const copy = await decode(file)
      assert.ok(copy.bytes.length <= maxCopyBytes, `${copy.bytes.length} bytes`)
      assert.equal(copy.mediaType, 'image/jpeg')
      const { width, height } = await sharp(copy.bytes).metadata()
      assert.deepEqual([copy.width, copy.height], [width, height])
      assert.equal((await decode(file)).hash, copy.hash)
    }
  })
}

test('a photo that came as PNG is kept as JPEG, close to what it was', async () => {
  const photo = await draw(700, 500, (x, y) => {
    const grain = (noiseAt(x, y) >>> 28) - 8
    return [40 + ((x * y) >> 12) + grain, 100 + (x >> 3) + grain, 200 - (y >> 2) + grain]
  })
    .png()
    .toBuffer()
  const copy = await decode(photo)
  assert.deepEqual([copy.mediaType, copy.width, copy.height], ['image/jpeg', 700, 500])
  const [wanted, kept] = [await sharp(photo).stats(), await sharp(copy.bytes).stats()]
  for (const [index, { mean }] of wanted.channels.entries())
    assert.ok(Math.abs(mean - (kept.channels[index]?.mean ?? 0)) < 2)
})

test('a drawing of 768×768 that fits stays as exact as it came', async () => {
  const drawing = draw(768, 768, (x, y) => (((x >> 5) + (y >> 5)) % 2 ? [255, 0, 90] : [10, 20, 30]))
  const copy = await decode(await drawing.png().toBuffer())
  assert.equal(copy.mediaType, 'image/png')
  assert.deepEqual(await pixelAt(copy.bytes, 32, 0), [255, 0, 90])
  assert.deepEqual(await pixelAt(copy.bytes, 31, 0), [10, 20, 30])
})

test('whatever the pixels and the shape, what is kept is within the bound', async () => {
  const side = fc.integer({ min: 1, max: 800 })
  await fc.assert(
    fc.asyncProperty(
      side,
      side,
      fc.integer({ min: 0, max: 20 }),
      fc.boolean(),
      async (width, height, coarse, isGrey) => {
        const at = (x: number, y: number) => toColour(noiseAt(x >> coarse, y >> (coarse % 3)))
        const image = draw(width, height, (x, y) => (isGrey ? grey(at(x, y)[0]) : at(x, y)))
        const { bytes } = await decode(await image.png({ compressionLevel: 0 }).toBuffer())
        assert.ok(bytes.length <= maxCopyBytes)
      },
    ),
    { numRuns: 15 },
  )
})
