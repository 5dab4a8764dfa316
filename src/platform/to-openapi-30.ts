type Json = Record<string, unknown>

/**
 * Converts an OpenAPI 3.1 document to 3.0.3, for generators that can't read 3.1. Events are in `x-webhooks`.
 * `@apiture/openapi-down-convert` leaves `anyOf` with null as it is, drops events, and also changes values in examples.
 */
export function toOpenapi30({ webhooks, ...document }: Json): Json {
  const { info, components } = document as { info: { license?: Json }; components?: { schemas?: Json } }
  const convert = createConverter(components?.schemas ?? {})
  const { identifier, ...license } = info.license ?? {}
  return {
    ...(convert(document) as Json),
    openapi: '3.0.3',
    info: { ...info, ...(info.license && { license: { ...license, url: toLicenseUrl(identifier) } }) },
    ...(webhooks !== undefined && { 'x-webhooks': convert(webhooks) }),
  }
}

const toLicenseUrl = (identifier: unknown) => `https://spdx.org/licenses/${String(identifier)}.html`

function createConverter(schemas: Json) {
  /** Anything around schemas, which are under `schema` and `schemas`. */
  function convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(convert)
    if (!isObject(value)) return value
    return mapValues(value, (one, key) => {
      if (key === 'example' || key === 'examples') return one
      if (key === 'schema') return convertSchema(one)
      return key === 'schemas' && isObject(one) ? mapValues(one, convertSchema) : convert(one)
    })
  }

  function convertSchema(value: unknown): unknown {
    if (!isObject(value)) return value
    const { type, const: constant, anyOf, examples, $ref, exclusiveMinimum, exclusiveMaximum, ...rest } = value
    const schema: Json = mapValues(rest, convertPart)
    if (type !== undefined) Object.assign(schema, toType(type))
    if (constant !== undefined) schema['enum'] = [constant]
    if (Array.isArray(examples)) schema['example'] = examples[0]
    if (typeof exclusiveMinimum === 'number')
      Object.assign(schema, { minimum: exclusiveMinimum, exclusiveMinimum: true })
    if (typeof exclusiveMaximum === 'number')
      Object.assign(schema, { maximum: exclusiveMaximum, exclusiveMaximum: true })
    if (Array.isArray(anyOf)) Object.assign(schema, toChoice(anyOf))
    if ($ref === undefined) return schema
    return Object.keys(schema).length === 0 ? { $ref } : { ...schema, allOf: [{ $ref }] } // 3.0 ignores what is beside a $ref
  }

  function convertPart(value: unknown, key: string): unknown {
    if (key === 'properties' && isObject(value)) return mapValues(value, convertSchema)
    if ((key === 'allOf' || key === 'oneOf') && Array.isArray(value)) return value.map(convertSchema)
    return schemaKeywords.has(key) ? convertSchema(value) : value
  }

  /** A choice between null and one schema is that schema, nullable. */
  function toChoice(members: unknown[]): Json {
    const choices = members.filter((one) => !isNull(one)).map(convertSchema)
    if (choices.length === members.length) return { anyOf: choices }
    const [only, ...others] = choices.map(makeNullable)
    return others.length === 0 && only ? only : { anyOf: [only, ...others] }
  }

  function makeNullable(schema: unknown): Json {
    if (!isObject(schema)) throw new Error('OpenAPI 3.0 has no nullable schema without a type')
    const { $ref, enum: values } = schema
    if (typeof $ref === 'string') return { type: findType($ref), nullable: true, allOf: [schema] }
    return { ...schema, nullable: true, ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) }
  }

  /** `nullable` has no effect without a type beside it. */
  function findType($ref: string): unknown {
    const named = schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
    const { type, anyOf } = (isObject(named) ? named : {}) as { type?: unknown; anyOf?: Json[] }
    return type ?? anyOf?.[0]?.['type']
  }

  return convert
}

const schemaKeywords = new Set(['items', 'additionalProperties', 'not'])

function toType(type: unknown): Json {
  const [first, ...others] = [type].flat().filter((one) => one !== 'null')
  if (first === undefined || others.length > 0) throw new Error(`OpenAPI 3.0 has no type ${JSON.stringify(type)}`)
  return Array.isArray(type) && type.includes('null') ? { type: first, nullable: true } : { type: first }
}

const isNull = (schema: unknown) => isObject(schema) && schema['type'] === 'null'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const mapValues = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
