import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type TextShape, compose, normaliseText } from './text.ts'

const shapes: TextShape[] = ['line', 'paragraph']
const char = (codePoint: number) => String.fromCodePoint(codePoint)
const isRefused = (value: string, shape: TextShape) => 'fault' in normaliseText(value, shape)

const accepted: [title: string, shape: TextShape, value: string, text: string][] = [
  ['white space at both ends is trimmed', 'line', ' \t\n Doge \u00a0\ufeff', 'Doge'],
  ['a decomposed letter is composed', 'line', 'Cafe\u0301', 'Caf\u00e9'],
  ['nothing but white space becomes empty', 'line', ' \n ', ''],
  ['white space inside a line stays', 'line', 'Moo  Deng', 'Moo  Deng'],
  ['emoji and their joiners stay', 'line', '👨‍👩‍👧 🐸', '👨‍👩‍👧 🐸'],
  ['direction marks stay', 'line', 'שלום\u200e!', 'שלום\u200e!'],
  [
    'balanced isolates stay',
    'paragraph',
    'a\u2067b\u2066c\u2069\u2069\n\u2068d\u2069',
    'a\u2067b\u2066c\u2069\u2069\n\u2068d\u2069',
  ],
  ['a tab within a line becomes a space', 'line', 'one\ttwo', 'one two'],
  ['a tab within a paragraph becomes a space', 'paragraph', 'one\t\ttwo\n\tthree', 'one  two\n three'],
  ['a paragraph keeps its line breaks', 'paragraph', 'one\n\ntwo', 'one\n\ntwo'],
  ['a paragraph writes \\r\\n as \\n', 'paragraph', 'one\r\ntwo\r\n', 'one\ntwo'],
  ['a paragraph keeps a line separator', 'paragraph', 'one\u2028two', 'one\u2028two'],
]
for (const [title, shape, value, text] of accepted) {
  test(title, () => assert.deepEqual(normaliseText(value, shape), { text }))
}

const refused: [title: string, shape: TextShape, value: string][] = [
  ['a line break within a line', 'line', 'one\ntwo'],
  ['a line separator within a line', 'line', 'one\u2028two'],
  ['a paragraph separator within a line', 'line', 'one\u2029two'],
  ['a lone carriage return within a paragraph', 'paragraph', 'one\rtwo'],
  ['an isolate that does not end', 'line', 'a\u2066b'],
  ['the end of an isolate that did not start', 'line', 'a\u2069b'],
  ['an isolate that ends in the next line', 'paragraph', 'a\u2067b\nc\u2069'],
  ['isolates that end too often', 'line', '\u2067a\u2069\u2069\u2067'],
]
for (const [title, shape, value] of refused) {
  test(`${title} is refused`, () => assert.ok(isRefused(value, shape)))
}

test('control characters are refused, except tabs, and \\n in a paragraph', () => {
  const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index)]
  for (const codePoint of controls) {
    const isTab = codePoint === 0x09
    assert.equal(isRefused(`a${char(codePoint)}b`, 'line'), !isTab, codePoint.toString(16))
    assert.equal(isRefused(`a${char(codePoint)}b`, 'paragraph'), !isTab && codePoint !== 0x0a, codePoint.toString(16))
  }
})

test('NUL is refused at the ends too, where white space would be trimmed', () => {
  for (const shape of shapes) assert.ok(isRefused('\0name', shape) && isRefused('name\0', shape))
})

test('every embedding and override of direction is refused', () => {
  for (const codePoint of [0x202a, 0x202b, 0x202c, 0x202d, 0x202e])
    for (const shape of shapes) assert.ok(isRefused(`a${char(codePoint)}b`, shape), codePoint.toString(16))
})

test('lone surrogates are refused, pairs are not', () => {
  for (const value of ['\ud83d', 'a\udc38b', '\udc38\ud83d']) assert.ok(isRefused(value, 'line'))
  assert.ok(!isRefused('\ud83d\udc38', 'line'))
})

test('a fault reads on after the name of a field', () => {
  assert.deepEqual(normaliseText('a\0', 'line'), { fault: 'must not contain control characters or line breaks' })
})

test('accepted text is well-formed, NFC, trimmed, and stable', () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constantFrom('\r\n', 'e\u0301', ' ', '\ud83d')),
  })
  fc.assert(
    fc.property(anyText, fc.constantFrom(...shapes), (value, shape) => {
      const result = normaliseText(value, shape)
      if ('fault' in result) return
      assert.equal(result.text, value.replaceAll('\t', ' ').replaceAll('\r\n', '\n').trim().normalize('NFC'))
      assert.deepEqual(normaliseText(result.text, shape), result)
    }),
    { numRuns: 1000 },
  )
})

const marks = fc.constantFrom('\u0301', '\u0334', '\u0345')

test('characters are composed, except in long text with more than 64 marks in a row', () => {
  const unit = fc.oneof(marks, fc.constantFrom('e', ' ', 'ש', '🐸', '\u0958'))
  const row = fc.string({ unit: marks, maxLength: 200 })
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), row, (before, after) =>
      assert.equal(compose(before + after), (before + after).normalize('NFC')),
    ),
  )
  const long = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: marks, minLength: 65, maxLength: 200 }))
  fc.assert(
    fc.property(long, ([before, row]) => {
      const text = `${before}e${row}e${'x'.repeat(5000)}`
      assert.equal(compose(text), text)
    }),
  )
})
