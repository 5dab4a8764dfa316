import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeClaim } from './publish-score.ts'
import { decodeClaim, toDigest, toScoreKey, scoreSchema, scoreSchemaId } from '../../contract/verification/claim.ts'
import { toSchemaId } from '../../contract/eas-reads.ts'

const id = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

test('the schema id matches the registry; one more space changes it', () => {
  assert.equal(scoreSchemaId, '0x865d3208ac9e6f2577c7c0bf408fd0928d2afaa94d15b06f9504c946f89157b1')
  assert.match(toSchemaId(scoreSchema.replaceAll(',', ', ')), /^0xb14e35ea.*5c2c$/)
})

test('the score key is computed from the lower-case id', () => {
  const key = '0xb6a0dfd31277f9a9a19e3d42de3c0b6e247cf4d52cb265f1becd5c1e8eb1555e'
  assert.deepEqual([toScoreKey(id), toScoreKey(id.toUpperCase())], [key, key])
})

test('the digest does not depend on the order of the fields', () => {
  const digest = '0x6343ec94c0d606099bef016fc5d31646bfdc66fae06e31984c55192f02bba2d9'
  assert.equal(toDigest({ b: 2.5, a: [1, 'é', null, true], id }), digest)
  assert.equal(toDigest({ id, a: [1, 'é', null, true], b: 2.5 }), digest)
})

test('an encoded claim has 288 bytes and decodes to the same claim', () => {
  const claim = {
    scoreKey: toScoreKey(id),
    digest: toDigest({ id }),
    aggregateX100: 7250,
    band: 'green',
    promptVersion: 'launch-score@1.1.0',
  }
  const data = encodeClaim(claim)
  assert.equal((data.length - 2) / 2, 288)
  assert.match(data.slice(2 + 128, 2 + 192), /^0+1c52$/)
  assert.deepEqual(decodeClaim(data), claim)
})

test('data of another schema does not decode', () => {
  assert.deepEqual([decodeClaim('0x'), decodeClaim(`0x${'00'.repeat(40)}`)], [undefined, undefined])
})
