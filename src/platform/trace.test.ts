import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTraceparent, parseTraceparent } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('traceparent: trace id, span id and the sampled flag', () => {
  for (const flags of ['00', '01', '02', '03'])
    assert.deepEqual(parseTraceparent(`00-${traceId}-${spanId}-${flags}`), {
      traceId,
      spanId,
      isSampled: flags === '01' || flags === '03',
    })
})

test('traceparent: a later version with further fields is read like version 00', () =>
  assert.equal(parseTraceparent(`01-${traceId}-${spanId}-01-what-follows`)?.traceId, traceId))

test('traceparent: an invalid header counts as none', () => {
  const invalid = [
    undefined,
    '',
    ['a', 'b'],
    traceId,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `01-${traceId}-${spanId}-01-${'x'.repeat(600)}`,
  ]
  for (const header of invalid) assert.equal(parseTraceparent(header), undefined, String(header))
})

test('traceparent: a formatted header is parsed to the same values', () => {
  for (const isSampled of [true, false]) {
    const parent = { traceId, spanId, isSampled }
    assert.deepEqual(parseTraceparent(formatTraceparent(parent)), parent)
  }
})
