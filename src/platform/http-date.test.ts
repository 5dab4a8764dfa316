import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseHttpDate } from './time.ts'

const now = new Date('2026-11-27T12:00:00.000Z')

const dates: [text: string, expected: string | null][] = [
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
  ['  Sun, 06 nov 1994 08:49:37 gmt ', '1994-11-06T08:49:37.000Z'],
  ['Friday, 27-Nov-76 12:00:00 GMT', '2076-11-27T12:00:00.000Z'],
  ['Friday, 27-Nov-77 12:00:00 GMT', '1977-11-27T12:00:00.000Z'],
  ['Thu, 29 Feb 2024 23:59:60 GMT', '2024-03-01T00:00:00.000Z'],
  ['Mon, 29 Feb 2027 00:00:00 GMT', null],
  ['Mon, 00 Feb 2027 00:00:00 GMT', null],
  ['Mon, 01 Foo 2027 00:00:00 GMT', null],
  ['Mon, 01 Feb 2027 24:00:00 GMT', null],
  ['Mon, 01 Feb 2027 00:00:00 CET', null],
  ['Mon, 01 Feb 2027 00:00:00', null],
  ['2027-02-01T00:00:00Z', null],
  ['1795262400', null],
  ['', null],
]
for (const [text, expected] of dates)
  test(`parseHttpDate: “${text}” is ${expected ?? 'no date'}`, () => {
    const ms = parseHttpDate(text, now)
    assert.equal(ms === null ? null : new Date(ms).toISOString(), expected)
  })

test('parseHttpDate: reads what toUTCString writes, and no text makes it throw', () => {
  const years = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }
  fc.assert(
    fc.property(fc.date(years), fc.string(), (date, text) => {
      assert.equal(parseHttpDate(date.toUTCString(), now), Math.floor(date.getTime() / 1000) * 1000)
      const ms = parseHttpDate(text, now)
      assert.ok(ms === null || Number.isFinite(ms))
    }),
  )
})
