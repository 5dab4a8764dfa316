import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bearerOf, hashOf, isKey, keyOf, prefixOf } from './key-form.ts'

const vector = 'lsc_live_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh-RJn6K'

test('the bytes 0 to 31 make the published key, prefix and hash', () => {
  const key = keyOf(Uint8Array.from({ length: 32 }, (_, n) => n))
  assert.equal(key, vector)
  assert.equal(prefixOf(key), 'lsc_live_AAECAwQF')
  assert.equal(hashOf(key).toString('hex'), 'cb4f4f3fce20d5fba234852fd424a1d4e27dbdca8c666c4889420152caa0e558')
})

test('every key is one, and none with a character changed', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(secret, fc.nat(47), fc.constantFrom(...letters.split('')), (bytes, at, letter) => {
      const key = keyOf(bytes)
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
  `bearer ${vector}`,
  `BEARER ${vector}`,
  `Bearer  ${vector}`,
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
  `Bearer lsc_test_${body}`,
  `Bearer sk_live_${body}`,
  `Bearer ${body}`,
  `Bearer lsc_live_${'A'.repeat(48)}`.replace(/A$/, 'B'),
  `Bearer lsc_live_${body.replace('-', '+')}`,
  `Basic ${Buffer.from(`${vector}:`).toString('base64')}`,
  `Token ${vector}`,
]
for (const header of malformed)
  test(`${JSON.stringify(header)} holds no key`, () => assert.equal(keyIn(header), undefined))

test('the one good form holds its key', () => assert.equal(keyIn(`Bearer ${vector}`), vector))

function keyIn(header: string): string | undefined {
  const bearer = bearerOf(header)
  return bearer !== undefined && isKey(bearer) ? bearer : undefined
}
