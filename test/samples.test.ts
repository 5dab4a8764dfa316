import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { lostBrolly, samples } from '../dev/world/samples.ts'

const all = [...samples, lostBrolly]

/** Where in the file which bytes tell its format. */
const signatures: Record<string, [at: number, bytes: string]> = {
  png: [0, '\x89PNG'],
  jpg: [0, '\xff\xd8\xff'],
  webp: [8, 'WEBP'],
  gif: [0, 'GIF8'],
}

test('sample images: small files in all four formats, named after their format', async () => {
  const seen = new Set<string>()
  for (const { image } of all) {
    const format = image.split('.')[1] ?? ''
    const [at, signature] = signatures[format] ?? [0, 'none']
    const bytes = await readFile(new URL(`../dev/images/${image}`, import.meta.url))
    assert.equal(bytes.toString('latin1', at, at + signature.length), signature, image)
    assert.ok(bytes.length < 120_000, image)
    seen.add(format)
  }
  assert.equal(seen.size, 4)
})

test('no two samples share a creator', () => {
  const creators = all.map(({ submission }) => submission.creatorAddress.toLowerCase())
  assert.equal(new Set(creators).size, all.length)
})

test('the notable fact of each sample fits its column', () => {
  for (const { notable } of samples) assert.ok(notable.length <= 28, notable)
})
