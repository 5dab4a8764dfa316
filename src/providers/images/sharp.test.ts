import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { pixelAt, plain } from '../../../test/fixtures/images.ts'
import { decodeImage } from './decode-image.ts'
import { padImage } from './sharp.ts'

const never = new AbortController().signal
const grey = [128, 128, 128]

test('a small image gets an even border of the ground, and stays itself in the middle', async () => {
  const image = await decodeImage(await plain(300, 20, [200, 10, 30]).png().toBuffer(), never)
  const padded = await padImage(image)
  const { width, height, format } = await sharp(padded).metadata()
  assert.deepEqual([width, height, format], [300, 64, 'png'])
  assert.deepEqual(await pixelAt(padded, 0, 0), grey)
  assert.deepEqual(await pixelAt(padded, 299, 63), grey)
  assert.deepEqual(await pixelAt(padded, 0, 21), grey)
  assert.deepEqual(await pixelAt(padded, 150, 22), [200, 10, 30])
  assert.deepEqual(await pixelAt(padded, 150, 41), [200, 10, 30])
  assert.deepEqual(await pixelAt(padded, 150, 42), grey)
})

for (const [width, height, expected] of [
  [1, 1, [64, 64]],
  [17, 63, [64, 64]],
  [64, 63, [64, 64]],
  [768, 1, [768, 64]],
] as const)
  test(`an image of ${width}×${height} becomes one of ${expected.join('×')}, always the same`, async () => {
    for (const channels of [1, 3] as const) {
      const pixels = sharp(Buffer.alloc(width * height * channels, 50), { raw: { width, height, channels } })
      const bytes = await pixels.png().toBuffer()
      const padded = await padImage({ bytes, width, height })
      const info = await sharp(padded).metadata()
      assert.deepEqual([info.width, info.height], expected)
      assert.deepEqual(await padImage({ bytes, width, height }), padded)
      if (width < 64) assert.deepEqual(await pixelAt(padded, 0, 0), grey)
    }
  })
