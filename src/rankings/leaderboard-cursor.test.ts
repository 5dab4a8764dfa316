import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from '../platform/errors.ts'
import { decodeLeaderboardCursor, encodeLeaderboardCursor, leaderboardCursorPattern } from './leaderboard-cursor.ts'
import { leaderboardWindows } from './windows.ts'

const at = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
const plain = { noNullPrototype: true } as const
const place = fc.record({ aggregateX100: fc.nat(10_000), place: fc.nat(2), at, id: fc.uuid() }, plain)
const after = fc.record({ best: place, worst: place }, plain)
const filters = {
  window: fc.constantFrom(...leaderboardWindows),
  isSigned: fc.boolean(),
  band: fc.constantFrom(null, 'green', 'amber', 'red'),
} as const
const cursors = fc.record({ ...filters, end: at, asOf: at, after }, plain)

test('a cursor decodes to what was encoded', () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      const text = encodeLeaderboardCursor(cursor)
      assert.match(text, new RegExp(leaderboardCursorPattern))
      assert.deepEqual(decodeLeaderboardCursor(text, cursor), cursor)
    }),
  )
})

test('a cursor of another leaderboard is refused', () => {
  fc.assert(
    fc.property(cursors, fc.record(filters), (cursor, other) => {
      fc.pre(other.window !== cursor.window || other.isSigned !== cursor.isSigned || other.band !== cursor.band)
      assert.throws(() => decodeLeaderboardCursor(encodeLeaderboardCursor(cursor), other), ApiError)
    }),
  )
})
