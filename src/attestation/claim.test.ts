import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeClaim, digestOf, encodeClaim, scoreKeyOf, scoreSchema, scoreSchemaId } from './claim.ts'
import { schemaIdOf } from '../providers/eas.ts'

const id = '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d'

test('the schema has the id that every chain gives it, and a space would give it another', () => {
  assert.equal(scoreSchemaId, '0x865d3208ac9e6f2577c7c0bf408fd0928d2afaa94d15b06f9504c946f89157b1')
  assert.match(schemaIdOf(scoreSchema.replaceAll(',', ', ')), /^0xb14e35ea.*5c2c$/)
})

test('a score’s key is that of its lower-case id', () => {
  const key = '0xb6a0dfd31277f9a9a19e3d42de3c0b6e247cf4d52cb265f1becd5c1e8eb1555e'
  assert.deepEqual([scoreKeyOf(id), scoreKeyOf(id.toUpperCase())], [key, key])
})

test('the digest is of the canonical JSON, whatever the order of the fields', () => {
  const digest = '0x6343ec94c0d606099bef016fc5d31646bfdc66fae06e31984c55192f02bba2d9'
  assert.equal(digestOf({ b: 2.5, a: [1, 'é', null, true], id }), digest)
  assert.equal(digestOf({ id, a: [1, 'é', null, true], b: 2.5 }), digest)
})

test('a claim is 288 bytes that read back as they were', () => {
  const claim = {
    scoreKey: scoreKeyOf(id),
    digest: digestOf({ id }),
    aggregateX100: 7250,
    band: 'green',
    promptVersion: 'launch-score@1.0.0',
  }
  const data = encodeClaim(claim)
  assert.equal((data.length - 2) / 2, 288)
  assert.match(data.slice(2 + 128, 2 + 192), /^0+1c52$/)
  assert.deepEqual(decodeClaim(data), claim)
})

test('bytes of another schema are no claim', () => {
  assert.deepEqual([decodeClaim('0x'), decodeClaim(`0x${'00'.repeat(40)}`)], [undefined, undefined])
})
