import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ApiError } from '../errors.ts'
import { type Position, checkLimit, decodeCursor, encodeCursor, toPage, pageRequest } from './paging.ts'

const position: Position = { at: new Date('2026-11-21T09:05:30.250Z'), id: '01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d' }
const isRefusal = (path: string) => (error: unknown) =>
  error instanceof ApiError && error.code === 'bad_request' && error.details?.[0]?.path === path

test('a cursor brings back any position, to the millisecond', () => {
  const positions = fc.record(
    {
      at: fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      id: fc.uuid(),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(positions, (any) => {
      const cursor = encodeCursor(any)
      assert.match(cursor, /^[A-Za-z0-9_-]{32}$/)
      assert.deepEqual(decodeCursor(cursor), any)
    }),
    { numRuns: 500 },
  )
})

test('a malformed cursor is 400 on `cursor`, and never a time no database can read', () => {
  const good = encodeCursor(position)
  for (const cursor of ['', 'x', good.slice(1), `${good}AAAA`, `_${good.slice(1)}`, '='.repeat(32)])
    assert.throws(() => decodeCursor(cursor), isRefusal('cursor'), cursor)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (cursor) => {
      try {
        assert.ok(decodeCursor(cursor).at.getUTCFullYear() <= 9999)
      } catch (error) {
        assert.ok(isRefusal('cursor')(error))
      }
    }),
    { numRuns: 500 },
  )
})

test('a limit in plain digits passes, every other spelling of a number is 400', async () => {
  for (const limit of [undefined, '5', '050', '0', '999999999999999999999']) await checkLimit({ query: { limit } })
  for (const limit of ['0x10', '1e1', '5.0', ' 5 ', '+5', '-5', '', '٥', '5\n', ['5'], ['5', '6'], null, 5])
    await assert.rejects(checkLimit({ query: { limit } }), isRefusal('limit'), JSON.stringify(limit))
})

test('a page ends in a cursor exactly when the list goes on', () => {
  const rows = [3, 2, 1].map((n) => ({ ...position, at: new Date(n) }))
  const goesOn = toPage(rows, 2, (row) => row)
  assert.deepEqual(goesOn.page, rows.slice(0, 2))
  assert.deepEqual(decodeCursor(goesOn.nextCursor ?? ''), rows[1])
  assert.deepEqual(
    toPage(rows, 3, (row) => row),
    { page: rows, nextCursor: null },
  )
  assert.deepEqual(
    toPage([], 3, (row: Position) => row),
    { page: [], nextCursor: null },
  )
})

test('a list begins at its newest row, with 25 of them', () => {
  assert.deepEqual(pageRequest({}), { limit: 25, after: null })
  assert.deepEqual(pageRequest({ limit: 7, cursor: encodeCursor(position) }), { limit: 7, after: position })
})
