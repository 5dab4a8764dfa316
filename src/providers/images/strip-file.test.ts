import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, draw, repeatScan, splitChunks } from '../../../test/fixtures/images.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createDecoder } from './images-http.ts'
import { ImageRefused } from './images.ts'
import { stripFile } from './strip-file.ts'

const stripes = () => draw(60, 40, (x, y) => [x * 4, y * 6, (x * y) % 256])
const said = { IFD0: { Copyright: 'nobody', ImageDescription: 'x'.repeat(2000) } }
const full = () => stripes().withExif(said).withXmp('<x>told</x>').withIccProfile('p3')
const formats = ['jpeg', 'png', 'webp'] as const

for (const format of formats)
  test(`a ${format} file keeps its pixels, profile and orientation, and no other EXIF`, async () => {
    for (const orientation of [1, 3, 6, 8]) {
      const file = await full().withMetadata({ orientation, exif: said, icc: 'p3' }).toFormat(format).toBuffer()
      const { bytes: stripped } = stripFile(file)
      const [before, after] = [await sharp(file).metadata(), await sharp(stripped).metadata()]
      assert.equal(after.orientation ?? 1, orientation)
      assert.deepEqual([after.icc, after.xmp], [before.icc, undefined])
      assert.ok((after.exif?.length ?? 0) < 40)
      const [one, other] = await Promise.all(
        [file, stripped].map((bytes) => sharp(bytes).autoOrient().raw().toBuffer()),
      )
      assert.ok(one?.equals(other ?? Buffer.alloc(0)))
    }
  })

test('the texts of a PNG, which can unpack to gigabytes, are left out', async () => {
  const png = await stripes().png().toBuffer()
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1_000_000))]))
  const told = Buffer.concat([png.subarray(0, 33), text, text, png.subarray(33)])
  assert.deepEqual(new Set(splitChunks(stripFile(told).bytes)), new Set(['IHDR', 'IDAT', 'IEND']))
})

const refused = (message: RegExp) => (error: unknown) => error instanceof ImageRefused && message.test(error.message)

test('a JPEG of more than 50 scans is refused, before it is decoded', async () => {
  const decode = createDecoder(createMetrics())
  const forever = new AbortController().signal
  assert.ok(stripFile(await repeatScan(40)).bytes.length > 0)
  await assert.rejects(decode(await repeatScan(51), forever), refused(/at most 50 scans/))
})

const manyParts: Record<string, () => Promise<Buffer>> = {
  PNG: async () => {
    const png = await stripes().png().toBuffer()
    const text = chunk('tEXt', Buffer.from('a\0b'))
    return Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 10_000 }, () => text), png.subarray(33)])
  },
  JPEG: async () => {
    const jpeg = await stripes().jpeg().toBuffer()
    return Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(40_000, Buffer.of(0xff, 0xfe, 0, 2)), jpeg.subarray(2)])
  },
  WebP: async () => {
    const webp = await stripes().webp().toBuffer()
    return Buffer.concat([webp, Buffer.alloc(80_000, Buffer.from('XXXX\0\0\0\0'))])
  },
}
for (const [kind, make] of Object.entries(manyParts))
  test(`a ${kind} of more than 10,000 parts is refused`, async () => {
    const file = await make()
    assert.throws(() => stripFile(file), refused(/at most 10,000 parts/))
  })
