import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { samples } from '../dev/samples.ts'

/** Where in the file which bytes tell its format. */
const signatures: Record<string, [at: number, bytes: string]> = {
  png: [0, '\x89PNG'],
  jpg: [0, '\xff\xd8\xff'],
  webp: [8, 'WEBP'],
  gif: [0, 'GIF8'],
}

test('the samples’ pictures are small files of the format that they are named after, all four formats among them', async () => {
  const seen = new Set<string>()
  for (const { picture } of samples) {
    const format = picture.split('.')[1] ?? ''
    const [at, signature] = signatures[format] ?? [0, 'none']
    const bytes = await readFile(new URL(`../dev/pictures/${picture}`, import.meta.url))
    assert.equal(bytes.toString('latin1', at, at + signature.length), signature, picture)
    assert.ok(bytes.length < 120_000, picture)
    seen.add(format)
  }
  assert.equal(seen.size, 4)
})

test('no two samples share a creator, so that none’s score depends on another', () => {
  const creators = samples.map(({ submission }) => submission.creatorAddress.toLowerCase())
  assert.equal(new Set(creators).size, samples.length)
})

test('what is notable about a sample fits its column', () => {
  for (const { notable } of samples) assert.ok(notable.length <= 28, notable)
})
