import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { isP256Pair, isP256Point } from './curve-keys.ts'

function makePair() {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const secret = Buffer.from(key.getPrivateKey('hex').padStart(64, '0'), 'hex') // Node drops leading zeros
  return { point: key.getPublicKey('base64url'), secret: secret.toString('base64url'), bytes: key.getPublicKey() }
}

test('a public key of the curve is one, with or without padding', () => {
  const { point } = makePair()
  assert.ok(isP256Point(point))
  assert.ok(isP256Point(`${point}=`))
})

test('what is no uncompressed point of the curve is none', () => {
  const { bytes, point } = makePair()
  const offCurve = Buffer.from(bytes)
  offCurve[64] = (offCurve[64] ?? 0) ^ 1
  for (const text of [
    '',
    'public',
    point.slice(1),
    `${point}AAAA`,
    offCurve.toString('base64url'),
    Buffer.alloc(65).toString('base64url'),
    Buffer.alloc(65, 4).toString('base64url'),
    `!${point.slice(1)}`,
  ])
    assert.equal(isP256Point(text), false, text)
})

test('only the private key of a point makes a pair with it', () => {
  const { point, secret } = makePair()
  assert.ok(isP256Pair(point, secret))
  assert.ok(isP256Pair(`${point}=`, secret))
  assert.equal(isP256Pair(point, makePair().secret), false)
  for (const wrong of [
    '',
    'private',
    Buffer.alloc(32).toString('base64url'),
    Buffer.alloc(31, 1).toString('base64url'),
  ])
    assert.equal(isP256Pair(point, wrong), false, wrong)
})
