import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from '../platform/errors.ts'
import { decodeWalk, encodeWalk, walkPattern } from './board-cursor.ts'
import { boardWindows } from './windows.ts'

const at = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
const plain = { noNullPrototype: true } as const
const place = fc.record({ aggregateX100: fc.nat(10_000), at, id: fc.uuid() }, plain)
const after = fc.record({ best: place, worst: place }, plain)
const walk = fc.record({ window: fc.constantFrom(...boardWindows), end: at, asOf: at, after }, plain)

test('a cursor gives back the walk that was put in', () => {
  fc.assert(
    fc.property(walk, (walk) => {
      const cursor = encodeWalk(walk)
      assert.match(cursor, new RegExp(walkPattern))
      assert.deepEqual(decodeWalk(cursor, walk.window), walk)
    }),
  )
})

test('a cursor of another window is refused', () => {
  fc.assert(
    fc.property(walk, fc.constantFrom(...boardWindows), (walk, window) => {
      fc.pre(window !== walk.window)
      assert.throws(() => decodeWalk(encodeWalk(walk), window), ApiError)
    }),
  )
})
