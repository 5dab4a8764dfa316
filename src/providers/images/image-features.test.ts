import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { averagePixels, countDifferingBits, inputSide, toFeatures } from './image-features.ts'

const files = ['left-sock.png', 'mini-doge.jpg', 'slow-elevator.png', 'buffering.gif', 'feierabend.webp']

const open = (file: string) =>
  sharp(readFileSync(new URL(`../../../dev/images/${file}`, import.meta.url))).flatten({ background: '#808080' })

const readFeatures = async (image: Sharp) => {
  const bytes = await image.toBuffer()
  return toFeatures(await sharp(bytes).removeAlpha().resize(inputSide, inputSide, { fit: 'fill' }).raw().toBuffer())
}

/** Changes after which an image is found, and the most bits of the fingerprint that each may change. */
const changes: [title: string, most: number, change: (image: Sharp, side: number) => Sharp][] = [
  ['a JPEG of low quality', 2, (image) => image.jpeg({ quality: 30 })],
  ['half the size', 2, (image, side) => image.resize(Math.round(side / 2)).png()],
  ['a larger size', 2, (image, side) => image.resize(Math.round(side * 1.5)).png()],
  ['more brightness', 3, (image) => image.linear(1.1, 0).png()],
  ['less brightness', 3, (image) => image.linear(0.9, 0).png()],
  ['sharpening', 3, (image) => image.sharpen({ sigma: 2 }).png()],
  [
    'a crop of a hundredth on each side',
    6,
    (image, side) => {
      const [edge, size] = [Math.round(side * 0.01), Math.round(side * 0.98)]
      return image.extract({ left: edge, top: edge, width: size, height: size }).png()
    },
  ],
]
for (const [title, most, change] of changes)
  test(`${title} changes at most ${most} bits of a fingerprint`, async () => {
    for (const file of files) {
      const { width, height } = await open(file).metadata()
      const [one, other] = [
        await readFeatures(open(file).png()),
        await readFeatures(change(open(file), Math.min(width, height))),
      ]
      assert.ok(one.fingerprint !== null && other.fingerprint !== null)
      assert.ok(countDifferingBits(one.fingerprint, other.fingerprint) <= most, file)
    }
  })

for (const side of [128, 256, 512, 640, 768])
  test(`averages of ${side}×${side} pixels have the fingerprint of the scaled image, but for at most one bit`, async () => {
    for (const file of files) {
      const image = open(file).removeAlpha().resize(side, side, { fit: 'fill' }).toColourspace('srgb')
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
      const averaged = averagePixels({ data, info }, inputSide)
      assert.ok(averaged)
      const [one, other] = [toFeatures(averaged), await readFeatures(sharp(data, { raw: info }).png())]
      assert.ok(one.fingerprint !== null && other.fingerprint !== null)
      assert.ok(countDifferingBits(one.fingerprint, other.fingerprint) <= 1, file)
    }
  })

const average = (width: number, height: number, channels: 1 | 3) =>
  averagePixels({ data: Buffer.alloc(width * height * channels), info: { width, height, channels } }, 4)

test('sides that are no multiples, and grey pixels, are not averaged', () => {
  assert.equal(average(6, 8, 3), null)
  assert.equal(average(8, 6, 3), null)
  assert.equal(average(8, 8, 1), null)
  assert.equal(average(8, 12, 3)?.length, 48)
})

test('different images differ in over ten bits, as do an image and its negative', async () => {
  const features = await Promise.all(
    [...files.map((file) => open(file)), open('left-sock.png').negate()].map((one) => readFeatures(one.png())),
  )
  const prints = features.map(({ fingerprint }) => fingerprint ?? 0n)
  for (const [n, one] of prints.entries())
    for (const other of prints.slice(n + 1)) assert.ok(countDifferingBits(one, other) > 10)
})

test('an image of one colour is blank, and so is one with a few odd pixels', () => {
  const pixels = Buffer.alloc(inputSide * inputSide * 3, 200)
  assert.equal(toFeatures(pixels).fingerprint, null)
  pixels.fill(0, 0, 12)
  assert.equal(toFeatures(pixels).fingerprint, null)
})

const pixels = fc.uint8Array({ minLength: 48, maxLength: 48 }).map((patches) => {
  const square = Buffer.alloc(inputSide * inputSide * 3)
  for (let at = 0; at < square.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % inputSide, Math.floor(at / 3 / inputSide)]
    square[at] = patches[(Math.floor(y / 32) * 4 + Math.floor(x / 32)) * 3 + (at % 3)] ?? 0
  }
  return square
})

test('equal pixels have equal features, and one changed pixel changes at most six bits', () => {
  fc.assert(
    fc.property(pixels, fc.nat(inputSide * inputSide - 1), (square, place) => {
      const features = toFeatures(square)
      assert.deepEqual(toFeatures(square), features)
      if (features.fingerprint === null) return
      assert.equal(BigInt.asIntN(64, features.fingerprint), features.fingerprint)
      const changed = Buffer.from(square)
      changed[3 * place] = 255 - (changed[3 * place] ?? 0)
      const { fingerprint } = toFeatures(changed)
      assert.ok(fingerprint === null || countDifferingBits(features.fingerprint, fingerprint) <= 6)
    }),
    { numRuns: 50 },
  )
})
