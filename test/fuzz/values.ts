import * as fc from 'fast-check'
import { type Document, type Schema, resolve } from './document.ts'

/** Values that fields of a name take beside what their schema says: good ones, which reach what lies behind the shape. */
export type Fields = Record<string, fc.Arbitrary<unknown>>

/** Values that a schema allows; a field that is named in `fields` mostly has the value given there. */
export function toValue(document: Document, given: Schema, fields: Fields): fc.Arbitrary<unknown> {
  const schema = resolve(document, given)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => toValue(document, one, fields)))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(document, { ...schema, type }, fields)))
}

function ofType(document: Document, schema: Schema, fields: Fields): fc.Arbitrary<unknown> {
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.integer(toRange(schema))
  if (schema.type === 'number') return fc.double({ ...toRange(schema), noNaN: true })
  if (schema.type === 'string') return text(schema)
  if (schema.type === 'array') return list(document, schema, fields)
  if (schema.type === 'object') return record(document, schema, fields)
  throw new Error(`no values of ${JSON.stringify(schema)}`)
}

const toRange = ({ minimum: min = -(2 ** 31), maximum: max = 2 ** 31 }: Schema) => ({ min, max })

const list = (document: Document, { items = {}, minItems, maxItems = 5, uniqueItems }: Schema, fields: Fields) => {
  const each = toValue(document, items, fields)
  const bounds = { ...(minItems !== undefined && { minLength: minItems }), maxLength: Math.min(maxItems, 5) }
  return uniqueItems ? fc.uniqueArray(each, bounds) : fc.array(each, bounds)
}

function record(document: Document, { properties = {}, required = [] }: Schema, fields: Fields) {
  const values = Object.entries(properties).map(([name, schema]) => {
    const value = toValue(document, schema, fields)
    const known = fields[name]
    return [name, known ? fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: value }) : value] as const
  })
  return fc.record(Object.fromEntries(values), { requiredKeys: required })
}

function text({ pattern, format, minLength = 0, maxLength = 80 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return time
  if (format === 'uri') return withoutNames
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: '-1' })
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 80)) })
}

/** Their host is an address: no name server is asked. */
const withoutNames = fc.webUrl({ withQueryParameters: true }).map((url) => url.replace(/\/\/[^/?#]+/, '//192.0.2.1'))

const time = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
