import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { disguise } from '../../../test/fixtures/images.ts'
import { countDifferingBits, inputSide, toFeatures } from '../../providers/images/image-features.ts'
import { isCopiedPicture, isSimilarPicture } from './compare-pictures.ts'
import { listSeenViews, type SeenView, toKeys, toMiddleCode } from './picture-views.ts'

const folder = new URL('../../../dev/images/', import.meta.url)
const files = readdirSync(folder).filter((file) => /\.(png|jpg|webp|gif)$/.test(file))

const readFeatures = async (bytes: Buffer) => {
  const square = sharp(bytes).flatten({ background: '#808080' }).resize(inputSide, inputSide, { fit: 'fill' })
  return toFeatures(await square.toColourspace('srgb').raw().toBuffer())
}
type Features = Awaited<ReturnType<typeof readFeatures>>

/** What the database and then the comparison decide, in one process. */
function findsCopy(copy: Features, original: Features, seen: SeenView[] = listSeenViews(copy)): boolean {
  if (isSimilarPicture(copy, original)) return true
  const middle = toMiddleCode(original)
  if (middle === null) return false
  const keys = toKeys(middle)
  const near = seen
    .map((one) => ({ ...one, differing: countDifferingBits(one.code, middle) }))
    .filter(({ differing }) => differing <= 12)
    .toSorted((a, b) => a.differing - b.differing)
  if (!near.some(({ code }) => toKeys(code).some((key, n) => key === keys[n]))) return false
  return isCopiedPicture(copy, original, near.slice(0, 3))
}

for (const file of files)
  test(`copies of ${file} are found in every disguise`, async () => {
    const bytes = readFileSync(new URL(file, folder))
    const original = await readFeatures(bytes)
    for (const { title, bytes: copy } of await disguise(bytes))
      assert.ok(findsCopy(await readFeatures(copy), original), title)
  })

test('different sample pictures are no copies of each other, and neither are their disguises', async () => {
  const originals = await Promise.all(files.map(async (file) => readFeatures(readFileSync(new URL(file, folder)))))
  for (const [at, file] of files.entries()) {
    const copies = (await disguise(readFileSync(new URL(file, folder)))).filter((_copy, n) => n % 5 === 0)
    for (const { title, bytes } of copies) {
      const copy = await readFeatures(bytes)
      const seen = listSeenViews(copy)
      originals.forEach((original, other) => {
        if (other !== at) assert.ok(!findsCopy(copy, original, seen), `${title} ${file}, ${files[other]}`)
      })
    }
  }
})

/** Coins, faces, letters, shapes: 200 drawings of one hand, of which many share their layout. */
function drawAll(): string[] {
  let state = 7
  const uniform = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const between = (least: number, most: number) => Math.round(least + uniform() * (most - least))
  const colour = () => `hsl(${between(0, 359)},${between(30, 100)}%,${between(15, 85)}%)`
  const disc = (x: number, y: number, radius: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour()}"/>`
  const letter = () => String.fromCharCode(between(65, 90))
  const kinds = [
    () =>
      `${disc(between(120, 180), between(120, 180), between(60, 120))}<text x="150" y="180" font-size="${between(60, 110)}" text-anchor="middle" fill="${colour()}">${letter()}</text>`,
    () =>
      disc(between(0, 255), between(0, 255), between(40, 125)) +
      disc(between(0, 255), between(0, 255), between(30, 60)),
    () =>
      disc(150, 150, between(90, 130)) +
      disc(between(100, 125), between(110, 140), between(8, 25)) +
      disc(between(175, 200), between(110, 140), between(8, 25)) +
      `<path d="M 100 ${between(180, 200)} Q 150 ${between(160, 250)} 200 190" stroke="${colour()}" stroke-width="${between(4, 14)}" fill="none"/>`,
    () =>
      Array.from({ length: between(2, 6) }, () => {
        const points = Array.from({ length: between(3, 6) }, () => `${between(0, 300)},${between(0, 300)}`)
        return `<polygon points="${points.join(' ')}" fill="${colour()}"/>`
      }).join(''),
  ]
  return Array.from({ length: 200 }, (_, n) => {
    const background = uniform() < 0.4 ? '#fff' : colour()
    const drawn = kinds[n % kinds.length]?.() ?? ''
    return `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="${background}"/>${drawn}</svg>`
  })
}

/** The service keeps the loader of SVG blocked for the whole process, where other tests run too. */
async function readDrawings(drawings: string[]): Promise<Features[]> {
  const operation = ['VipsForeignLoadSvg']
  sharp.unblock({ operation })
  try {
    return await Promise.all(drawings.map((svg) => readFeatures(Buffer.from(svg))))
  } finally {
    sharp.block({ operation })
  }
}

test('of 200 drawings that share their layouts, at most one pair in ten thousand counts as copies', async () => {
  const drawn = await readDrawings(drawAll())
  const index = new Map<string, Set<number>>()
  for (const [at, features] of drawn.entries()) {
    const middle = toMiddleCode(features)
    for (const key of middle === null ? [] : listNamed(middle)) index.set(key, (index.get(key) ?? new Set()).add(at))
  }
  const found: string[] = []
  for (const [at, copy] of drawn.entries()) {
    const seen = listSeenViews(copy)
    const candidates = new Set(
      seen.flatMap(({ code }) => listNamed(code).flatMap((key) => [...(index.get(key) ?? [])])),
    )
    for (const other of candidates) {
      const original = drawn[other]
      if (original && other !== at && findsCopy(copy, original, seen)) found.push(`${at} ${other}`)
    }
  }
  assert.ok(found.length <= (200 * 199) / 10_000, found.join(', '))
})

const listNamed = (code: bigint) => toKeys(code).map((key, n) => `${n} ${key}`)
