interface Schema {
  type?: unknown
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
}

/** Rewrites enumerations for client generators: with a type, constants as one enumeration, and null beside it. */
export function addTypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) if (!opaque.has(name)) addTypes(one)
  if (Array.isArray(value)) return
  const schema = value as Schema
  if (isListOfConstants(schema.anyOf)) {
    schema.enum = schema.anyOf.map(({ const: constant, type }) => (type === 'null' ? null : constant))
    delete schema.anyOf
  }
  const values = schema.enum ?? ('const' in schema ? [schema.const] : [])
  if (values.length === 0) return
  const types = [...new Set(values.filter((one) => one !== null).map(toType))]
  const type = types.length === 1 ? types[0] : types
  if (schema.enum === undefined || !values.includes(null)) schema.type ??= type
  else {
    schema.anyOf = [{ type, enum: values.filter((one) => one !== null) }, { type: 'null' }]
    delete schema.enum
    delete schema.type
  }
}

/** Their members are values, not schemas. */
const opaque = new Set(['enum', 'const', 'example', 'examples', 'default'])

const isListOfConstants = (members: Schema[] | undefined): members is Schema[] =>
  members !== undefined &&
  members.some(({ const: constant }) => constant !== undefined) &&
  members.every(isPlainConstant)

/** A constant with its own description stays as it is. */
const isPlainConstant = (schema: Schema): boolean =>
  Object.keys(schema).every((key) => key === 'const' || key === 'type') &&
  (typeof schema.const === 'string' || schema.type === 'null')

function toType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
