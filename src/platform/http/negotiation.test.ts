import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { chooseCoding, weighNamedType, weighType } from './negotiation.ts'

const types: [accept: string | undefined, type: string, weight: number][] = [
  [undefined, 'text/html', 1],
  ['', 'text/html', 1],
  ['*/*', 'text/html', 1],
  ['TEXT/HTML', 'text/html', 1],
  ['text/*;q=0.5', 'text/html', 0.5],
  ['application/json, text/html;q=0', 'text/html', 0],
  ['text/html;q=0, */*', 'text/html', 0],
  ['text/html ; Q = 0.0', 'text/html', 0],
  ['text/html;level="1,2";q=0.3, application/json', 'text/html', 0.3],
  ['text/htmlx', 'text/html', 0],
  ['application/xhtml+xml,*/*;q=0.8', 'text/html', 0.8],
  ['text/html;q=2', 'text/html', 0],
  ['text/html;q=', 'text/html', 0],
  [',, text/html ,', 'text/html', 1],
]
for (const [accept, type, weight] of types)
  test(`weighType: “${accept}” gives ${type} ${weight}`, () => assert.equal(weighType(accept, type), weight))

test('weighNamedType: wildcards name nothing', () => {
  assert.equal(weighNamedType('*/*, text/*', 'text/html'), 0)
  assert.equal(weighNamedType('*/*, Text/Html;q=0.2', 'text/html'), 0.2)
})

const codings: [header: string | undefined, coding: string | null][] = [
  [undefined, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.5, identity', null],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['identity', null],
  ['deflate', null],
  ['br;q=0.001', 'br'],
  ['br;q=1.001', null],
]
for (const [header, coding] of codings)
  test(`chooseCoding: “${header}” chooses ${coding}`, () => assert.equal(chooseCoding(header, ['br', 'gzip']), coding))

test('no header makes the negotiation throw, and weights are from 0 to 1', () => {
  const header = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('gzip', 'br', '*', ';', 'q', '=', '0', '1', '.', ',', ' ', '"', '/') }),
  )
  fc.assert(
    fc.property(header, (text) => {
      const weight = weighType(text, 'text/html')
      assert.ok(weight >= 0 && weight <= 1)
      assert.ok([null, 'br', 'gzip'].includes(chooseCoding(text, ['br', 'gzip'])))
    }),
  )
})
