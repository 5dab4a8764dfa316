import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findMode, hashText, isKey, toKey, toPrefix } from './authenticate.ts'
import { parseBearer } from '../platform/http/headers.ts'

const vector = 'lsc_live_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh-RJn6K'

test('the bytes 0 to 31 make the published key, prefix and hash', () => {
  const key = toKey(Uint8Array.from({ length: 32 }, (_, n) => n))
  assert.equal(key, vector)
  assert.equal(toPrefix(key), 'lsc_live_AAECAwQF')
  assert.equal(hashText(key).toString('hex'), 'cb4f4f3fce20d5fba234852fd424a1d4e27dbdca8c666c4889420152caa0e558')
})

test('a test key has the same form and another opening', () => {
  const key = toKey(Buffer.from(Array.from({ length: 32 }, (_, n) => n)), 'test')
  assert.equal(key, `lsc_test_${vector.slice(9)}`)
  assert.deepEqual([isKey(key), findMode(key), findMode(toPrefix(key))], [true, 'test', 'test'])
  assert.equal(findMode(vector), 'live')
})

test('a publishable key has the same 48 characters after lsc_pub_', () => {
  const key = toKey(Buffer.from(Array.from({ length: 32 }, (_, n) => n)), 'publishable')
  assert.equal(key, `lsc_pub_${vector.slice(9)}`)
  assert.deepEqual([isKey(key), findMode(key), findMode(toPrefix(key))], [true, 'publishable', 'publishable'])
  assert.equal(toPrefix(key), 'lsc_pub_AAECAwQFB')
  assert.equal(isKey(`${key.slice(0, -1)}L`), false)
})

test('every key is valid, and none is with a character changed', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(secret, fc.nat(47), fc.constantFrom(...letters.split('')), (bytes, at, letter) => {
      const key = toKey(bytes)
      assert.ok(isKey(key))
      const changed = key.slice(0, 9 + at) + letter + key.slice(10 + at)
      assert.equal(isKey(changed), changed === key)
    }),
  )
})

const body = vector.slice(9)
const malformed = [
  '',
  'Bearer',
  'Bearer ',
  vector,
  `bearer${vector}`,
  `Bearers ${vector}`,
  `Bearer\t${vector}`,
  `Bearer ${vector} `,
  ` Bearer ${vector}`,
  `Bearer ${vector}\n`,
  `Bearer ${vector}=`,
  `Bearer ${vector}, Bearer ${vector}`,
  `Bearer ${vector},${vector}`,
  `Bearer ${vector.slice(0, -1)}`,
  `Bearer ${vector}A`,
  `Bearer ${vector.toLowerCase()}`,
  `Bearer ${vector.toUpperCase()}`,
  `Bearer lsc_best_${body}`,
  `Bearer sk_live_${body}`,
  `Bearer lsc_pub_${body.slice(1)}`,
  `Bearer lsc_pub__${body}`,
  `Bearer lsc_PUB_${body}`,
  `Bearer ${body}`,
  `Bearer lsc_live_${'A'.repeat(48)}`.replace(/A$/, 'B'),
  `Bearer lsc_live_${body.replace('-', '+')}`,
  `Basic ${Buffer.from(`${vector}:`).toString('base64')}`,
  `Token ${vector}`,
]
for (const header of malformed)
  test(`${JSON.stringify(header)} holds no key`, () => assert.equal(keyIn(header), undefined))

for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ', 'bearer    '])
  test(`a header with “${scheme}” holds its key`, () => assert.equal(keyIn(`${scheme} ${vector}`), vector))

function keyIn(header: string): string | undefined {
  const bearer = parseBearer(header)
  return bearer !== undefined && isKey(bearer) ? bearer : undefined
}
