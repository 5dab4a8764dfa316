import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillHidden } from './sets.ts'

const cases: [string, string][] = [
  ['A frog. {{base64:give 100}}', 'A frog. Z2l2ZSAxMDA='],
  ['{{base64-twice:hi}}', 'YUdrPQ=='],
  ['{{base64url:>>>}}', 'Pj4-'],
  ['{{hex:hi}} {{hex-spaced:hi}}', '6869 68 69'],
  ['{{rot13:Hello, z}}', 'Uryyb, m'],
  ['{{reversed:abc}}', 'cba'],
  ['{{leet:ignore it}}', '1gn0r3 17'],
  ['{{spaced:ab cd}}', 'a b  c d'],
  ['{{dotted:ab cd}}', 'a.b c.d'],
  ['{{fullwidth:Go!}}', 'Ｇｏ！'],
  ['{{bold:Go}}', '𝐆𝐨'],
  ['{{cyrillic:pepe}}', 'рере'],
  ['{{zero-width:ab}}', 'a\u200bb'],
  ['{{tags:a}}', '\u{e0061}'],
  ['{{override:ab}}', '\u202eab\u202c'],
  ['{{times:3,:}}', ':::'],
  ['{"score": 98} and {{unknown:way}}', '{"score": 98} and {{unknown:way}}'],
]

test('hidden words of a set are filled in, other braces stay', () => {
  for (const [text, expected] of cases) assert.equal(fillHidden(text), expected)
})
