import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Hex, keccak256, toBytes } from 'viem'
import * as fc from 'fast-check'
import { firstDigest, chainDigest, compareDayLines, createFileDigest, formatDayLine } from './day-file.ts'

const file = new URL('../../../test/fixtures/outcomes/messages.json', import.meta.url)
const { days } = JSON.parse(readFileSync(file, 'utf8')) as {
  days: { files: string[]; fileDigests: Hex[]; dayDigests: Hex[]; before: Hex }
}

test('days: each digest chains its file to the day before', () => {
  assert.equal(firstDigest, days.before)
  let before = firstDigest
  for (const [index, text] of days.files.entries()) {
    const file = createFileDigest()
    assert.equal(file.add(text), Buffer.byteLength(text))
    assert.equal(file.digest(), days.fileDigests[index])
    before = chainDigest(before, file.digest())
    assert.equal(before, days.dayDigests[index])
  }
})

test('a file has the same digest in whatever parts it is told', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 8 }), (parts) => {
      const file = createFileDigest()
      for (const part of parts) file.add(part)
      assert.equal(file.digest(), keccak256(toBytes(parts.join(''))))
      assert.equal(file.digest(), keccak256(toBytes(parts.join(''))))
    }),
  )
})

const line = (kind: string, at: string, key: string) => ({ kind, at, key, fields: { n: 1, b: null } })

test('a line is canonical JSON with a line feed, and lines have one order', () => {
  assert.equal(
    formatDayLine(line('outcome', '2026-11-22T00:00:00.000Z', 'x')),
    '{"at":"2026-11-22T00:00:00.000Z","b":null,"kind":"outcome","n":1}\n',
  )
  const sorted = [line('a', '2', 'x'), line('a', '1', 'y'), line('b', '1', 'x'), line('a', '1', 'x')].toSorted(
    compareDayLines,
  )
  assert.deepEqual(
    sorted.map(({ at, kind, key }) => at + kind + key),
    ['1ax', '1ay', '1bx', '2ax'],
  )
})
