import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentTexts, keptVerdict } from './content-1.1.0.ts'

const keyOf = (text: string): string => contentTexts({ text })['text'] ?? ''

const same: [string, string][] = [
  ['A frog.', 'A frog!'],
  ['A frog.', 'a FROG'],
  ['A frog.', '  A   frog \u200b. '],
  ['A frog.', 'А frоg'],
  ['The Big Bank', 'Тhе Віg Ваnk'],
  ['A frog on the moon', 'A frog 🐸 on the moon 🌝'],
  ['naïve frog', 'naive frog'],
  ['Лягушка в море', 'ЛЯГУШКА, в море…'],
  ['Frog (the first)', '“Frog” — the first'],
  ['1,5 flies', '1.5 flies'],
  ['A frog on the moon', 'A frog 0n the m00n'],
  ['All frogs', 'AIl frogs'],
  ['A frog', '𝒜 𝔣𝓻𝗼𝕘'],
  ['A modern frog', 'A rnodern frog'],
  ['A frog', 'A\u0336 f\u0337r\u2060og\u{e0041}'],
  ['Ａ ｆｒｏｇ', 'a frog'],
]

const different: [string, string][] = [
  ['1.5 flies', '15 flies'],
  ['5 flies', '5 % flies'],
  ['5 flies', '$5 flies'],
  ['100 frogs', '1000 frogs'],
  ['dog bites man', 'man bites dog'],
  ['a frog', 'a fog'],
  ['🐸', '🐶'],
  ['Om 🐸', 'Om 🐶'],
  ['!!!', '???'],
  ['青蛙', '青娃'],
  ['лук', 'люк'],
  ['かき', 'がき'],
  ['काम', 'कम'],
  ['10 frogs', '11 frogs'],
]

test('texts that differ in trifles have one key', () => {
  for (const [one, other] of same) assert.equal(keyOf(one), keyOf(other), `${one} | ${other}`)
})

test('texts that say something else have keys of their own', () => {
  for (const [one, other] of different) assert.notEqual(keyOf(one), keyOf(other), `${one} | ${other}`)
})

const look = (text: string): string =>
  text.toLowerCase().replace(/[i1]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w')

test('two texts of letters and digits share a key only when they look alike', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/)
  fc.assert(fc.property(word, word, (one, other) => (keyOf(one) === keyOf(other)) === (look(one) === look(other))))
})

test('the order of fields and what stands in which stays', () => {
  assert.notDeepEqual(contentTexts({ name: 'frog', pitch: 'moon' }), contentTexts({ name: 'moon', pitch: 'frog' }))
})

test('a verdict that fits is kept whole, a long one is cut and can be stored', () => {
  const usual = { observations: ['a', 'b'], reason: 'Fresh.', score: 80, criteria: { hook: 3 }, bot_bait: false }
  assert.deepEqual(keptVerdict(usual), usual)
  const long = {
    ...usual,
    reason: `${'x'.repeat(999)}😀`,
    visible_text: 'y'.repeat(20_000),
    observations: Array.from('z'.repeat(100)),
  }
  const kept = keptVerdict(long) as typeof long
  assert.deepEqual([kept.reason.length, kept.visible_text.length, kept.observations.length], [1_000, 2_000, 10])
  assert.ok(kept.reason.isWellFormed())
})
