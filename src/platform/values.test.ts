import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { checkValue } from './values.ts'

const schemas = [
  Type.Array(Type.Object({ hash: Type.String(), value: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })) })),
  Type.Object({ a: Type.Union([Type.String({ pattern: '^0x' }), Type.Null()]) }, { additionalProperties: false }),
  Type.Record(Type.String(), Type.Integer()),
]

test('it says what TypeBox’s own check says, also the second time', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ hash: fc.string(), value: fc.double({ min: -1, max: 6 }) }, { requiredKeys: [] })),
    fc.record({ a: fc.option(fc.constantFrom('0x', '0x1', 'x')), b: fc.integer() }, { requiredKeys: [] }),
    fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.double())),
  )
  fc.assert(
    fc.property(fc.constantFrom(...schemas), value, (schema, value) => {
      for (let n = 0; n < 2; n++) assert.equal(checkValue(schema, value), Check(schema, value))
    }),
  )
})
