import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from '../platform/errors.ts'
import { decodeLeaderboardCursor, encodeLeaderboardCursor, leaderboardCursorPattern } from './leaderboard-cursor.ts'
import { leaderboardWindows } from './windows.ts'

const at = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
const plain = { noNullPrototype: true } as const
const place = fc.record({ aggregateX100: fc.nat(10_000), at, id: fc.uuid() }, plain)
const after = fc.record({ best: place, worst: place }, plain)
const cursors = fc.record(
  { window: fc.constantFrom(...leaderboardWindows), isSigned: fc.boolean(), end: at, asOf: at, after },
  plain,
)

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
    fc.property(cursors, fc.constantFrom(...leaderboardWindows), fc.boolean(), (cursor, window, isSigned) => {
      fc.pre(window !== cursor.window || isSigned !== cursor.isSigned)
      assert.throws(() => decodeLeaderboardCursor(encodeLeaderboardCursor(cursor), { window, isSigned }), ApiError)
    }),
  )
})
