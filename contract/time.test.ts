import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseInstant } from './time.ts'

const good: [text: string, instant: string][] = [
  ['2026-12-01T18:00:00.000Z', '2026-12-01T18:00:00.000Z'],
  ['2026-12-01T18:00:00Z', '2026-12-01T18:00:00.000Z'],
  ['2026-12-01T18:00:00+02:00', '2026-12-01T16:00:00.000Z'],
  ['2026-12-31T23:30:00-05:30', '2027-01-01T05:00:00.000Z'],
  ['2026-12-01T18:00:00.5Z', '2026-12-01T18:00:00.500Z'],
  ['2026-12-01T18:00:00.123999999Z', '2026-12-01T18:00:00.123Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
]
for (const [text, instant] of good)
  test(`${text} is ${instant}`, () => assert.deepEqual(parseInstant(text), { instant: new Date(instant) }))

const bad = [
  '',
  'tomorrow',
  '2026-12-01',
  '2026-12-01T18:00:00',
  '2026-12-01T18:00Z',
  '2026-12-01 18:00:00Z',
  '2026-12-01T18:00:00z',
  '2026-12-01T18:00:00.Z',
  '2026-12-01T18:00:00.0000000000Z',
  '2026-12-01T18:00:00+0200',
  '2026-12-01T18:00:00+24:00',
  '2026-12-01T18:00:00+02:60',
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-10T00:00:00Z',
  '2026-12-00T00:00:00Z',
  '2026-12-01T24:00:00Z',
  '2026-12-01T23:59:60Z',
  '+002026-12-01T18:00:00Z',
  '2026-12-01T18:00:00Z\n',
  '1796148000000',
  '２０２６-12-01T18:00:00Z',
]
for (const text of bad) test(`${JSON.stringify(text)} is no instant`, () => assert.ok('fault' in parseInstant(text)))

test('what toISOString writes is read back as the same instant', () => {
  const years0to9999 = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...years0to9999, noInvalidDate: true }), (instant) => {
      assert.deepEqual(parseInstant(instant.toISOString()), { instant })
    }),
    { numRuns: 300 },
  )
})
