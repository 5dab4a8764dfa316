import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { foldLookalikes } from '../signals/judge/rules/lookalikes-1.0.0.ts'
import { foldNames, launchIdentity } from './search-names.ts'

const same: [title: string, one: string, other: string][] = [
  ['case', 'Left Sock', 'LEFT sOCK'],
  ['white space', 'Left Sock', ' Left\u00a0  Sock\u3000'],
  ['joined words', 'Left Sock', 'LeftSock'],
  ['punctuation', 'Left Sock', 'Left-Sock!.'],
  ['invisible characters', 'Left Sock', 'Le\u200bft\u2060 So\u00adck\ufe0f'],
  ['tag characters', 'Left Sock', 'Left Sock\u{e0041}'],
  ['Cyrillic letters', 'Left Sock', 'Lеft Sосk'],
  ['Cyrillic capitals', 'BTC ATM', 'ВТС АТМ'],
  ['Greek letters', 'Vote for Nova', 'νοtе for Νοvα'],
  ['accents', 'Left Sock', 'Lëft Söck'],
  ['stacked marks', 'Left Sock', 'L\u0336e\u0337ft Sock'],
  ['full-width letters', 'Left Sock', 'Ｌｅｆｔ Ｓｏｃｋ'],
  ['mathematical letters', 'Left Sock', '𝓛𝓮𝓯𝓽 𝕊𝕠𝕔𝕜'],
  ['a capital i for a small l', 'Left Sock', 'Ieft Sock'],
  ['digits for letters that look like them', 'Lol', '1o1'],
  ['a zero for an O', 'Moon', 'M00n'],
  ['r and n for m', 'Moon', 'rnoon'],
  ['sharp s', 'Große Socke', 'GROSSE SOCKE'],
  ['both small sigmas', 'ΔΙΑΣΣ', 'διασς'],
  ['an added emoji', 'Left Sock', '🧦 Left Sock'],
  ['Cyrillic in either case', 'ВОЖАК', 'вожак'],
  ['an emoji’s presentation', '❤', '❤\ufe0f'],
]
for (const [title, one, other] of same)
  test(`names that differ by ${title} are the same launch`, () =>
    assert.equal(foldLookalikes(one), foldLookalikes(other)))

const different: [string, string][] = [
  ['Left Sock', 'Right Sock'],
  ['Left Sock', 'Left Socks'],
  ['🧦', '🧤'],
  ['左袜', '右袜'],
  ['жаба', 'рыба'],
]
test('launch identity: distinguishable names are different launches', () => {
  for (const [one, other] of different) assert.notEqual(foldLookalikes(one), foldLookalikes(other), `${one} / ${other}`)
})

test('fold: Latin letters and digits differ, except i, l and 1, and o and 0', () => {
  const letters = Array.from('23456789abcdefghjklmnopqrstuvwxyz', (letter) => foldLookalikes(`Sock ${letter}`))
  assert.equal(new Set(letters).size, letters.length)
})

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
const latin = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789äöüß жавркон')),
  minLength: 1,
})

test('fold: idempotent, and never empty for visible text', () => {
  fc.assert(
    fc.property(text, (text) => {
      const folded = foldLookalikes(text)
      assert.equal(foldLookalikes(folded), folded)
      assert.ok(folded !== '' || !/[\p{L}\p{N}\p{S}]/u.test(text))
    }),
    { numRuns: 2000 },
  )
})

test('fold: case makes no difference', () => {
  fc.assert(
    fc.property(latin, (text) => {
      assert.equal(foldLookalikes(text.toUpperCase()), foldLookalikes(text))
      assert.equal(foldLookalikes(text.toLowerCase()), foldLookalikes(text))
    }),
    { numRuns: 2000 },
  )
})

test('launch identity: changes with the name, the symbol or the image', () => {
  const launch = { name: 'Left Sock', symbol: 'SOCK', imageHash: 'ab' }
  const identify = (one: typeof launch) => launchIdentity(foldNames(one), one.imageHash)
  const keys = [
    launch,
    { ...launch, symbol: 'FOOT' },
    { ...launch, name: 'Right Sock' },
    { ...launch, imageHash: 'ac' },
    { ...launch, name: 'Left', symbol: 'SockSOCK' },
  ].map((one) => identify(one).toString('hex'))
  assert.equal(new Set(keys).size, keys.length)
  assert.deepEqual(identify({ ...launch, name: 'LEFT SОCK' }), identify(launch))
})
