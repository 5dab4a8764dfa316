import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { systemRandom, toUuidV7 } from './random.ts'

test('a UUID v7 has its version and variant, the time and the random bits', () => {
  assert.equal(
    toUuidV7(0x0199_1a2b_3c4d, 'ffffffff-ffff-4abc-9def-0123456789ab'),
    '01991a2b-3c4d-7abc-9def-0123456789ab',
  )
  assert.match(systemRandom.uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('UUIDs v7 sort by their time', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const random = fc.uuid({ version: 4 })
  fc.assert(
    fc.property(time, time, random, random, (a, b, x, y) => {
      fc.pre(a !== b)
      assert.equal(toUuidV7(a, x) < toUuidV7(b, y), a < b)
    }),
  )
})
