import { type ErrorCode, requestError } from '../errors.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  description?: string
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

interface Operation {
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { content?: Record<string, Media> }>
}

interface Document {
  paths?: Record<string, Record<string, Operation> | undefined>
  webhooks?: Record<string, Record<string, Operation> | undefined>
  components?: { schemas?: Record<string, Schema>; examples?: Record<string, { value: unknown }> }
}

/** Shared values, so that the examples tell of one launch. */
export interface ExampleValues {
  schemas: Record<string, unknown>
  fields: Record<string, unknown>
}

/** Made from the schemas. The example of a named schema is shared. */
export function addExamples(document: Document, values: ExampleValues): void {
  const components = (document.components ??= {})
  const { schemas = {}, examples = (components.examples = {}) } = components
  const make = (schema: Schema) => toExample(schema, { schemas, values, name: '' })
  const share = (name: string, schema: Schema) => {
    examples[name] ??= { value: make(schema) }
    return { [name]: { $ref: `#/components/examples/${name}` } }
  }
  for (const item of [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})])
    for (const { requestBody, responses = {} } of Object.values(item ?? {})) {
      const errors = requestBody?.content?.['multipart/form-data'] ? formErrors : jsonErrors
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
      for (const [status, { content }] of Object.entries(responses))
        for (const media of Object.values(content ?? {}))
          if (isError(media.schema)) media.example = { error: withDetails(errors[status] ?? errors[400]) }
      for (const [type, media] of contents.flatMap((content) => Object.entries(content ?? {}))) {
        const { schema = {}, example } = media
        if (example !== undefined) continue
        if (type !== 'application/json') media.example = texts[type]
        else if (schema.$ref) media.examples = share(getName(schema.$ref), schema)
        else media.example = make(schema)
      }
    }
}

const getName = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const texts: Record<string, unknown> = {
  'text/html': '<!doctype html><title>Launchscore API</title>',
  'text/plain': '# Launchscore',
  'text/event-stream': 'event: signal\ndata: {"signal":"name","score":100,"stub":false}\n\n',
  'text/csv': 'scoreRequestId,aggregate,band\r\n',
  'application/x-ndjson': '{"at":"2026-11-20T12:00:00.000Z","kind":"start"}\n',
  'image/png': '(the bytes of the image)',
  'image/jpeg': '(the bytes of the image)',
  'multipart/form-data': { image: '(the bytes of the file)' },
}

const isError = (schema?: Schema) => schema?.$ref === '#/components/schemas/ErrorBody'

type Errors = Record<string, { code: ErrorCode; message: string; details?: object[] }>

const jsonErrors: Errors = {
  400: {
    code: 'bad_request',
    message: 'Invalid request: name is required.',
    details: [{ path: 'name', message: 'is required' }],
  },
  401: { code: 'unauthorized', message: 'Send an API key as Authorization: Bearer <API_KEY>.' },
  404: { code: 'not_found', message: 'There is no score with this id.' },
  409: { code: 'conflict', message: 'This Idempotency-Key was used with a different request. Use a new key.' },
  413: { code: 'bad_request', message: 'The body is larger than 64 KiB.' },
  415: { code: 'bad_request', message: 'The body must be sent as uncompressed application/json in UTF-8.' },
  429: {
    code: 'rate_limit',
    message: 'You have exceeded the limit "route" of 300 requests a minute. Try again in 1 second.',
  },
  451: { code: 'hidden', message: 'The operator has taken this down. Reason: it copies another token.' },
  500: { code: 'internal', message: 'Something went wrong on our side. Try again later.' },
  501: { code: 'bad_request', message: 'Only format=json is supported.' },
  502: { code: 'upstream', message: 'The language-model provider took too long. Nothing was stored; try again.' },
  503: {
    code: 'unavailable',
    message: 'The service cannot store anything at the moment, because its disk is full. Try again later.',
  },
}

const withDetails = (error: Errors[string] | undefined) =>
  error?.code === 'bad_request' ? { ...error, details: error.details ?? requestError(error.message) } : error

/** For operations that take a file. */
const formErrors: Errors = {
  ...jsonErrors,
  400: {
    code: 'bad_request',
    message: 'image is required.',
    details: [{ path: 'image', message: 'is required' }],
  },
  413: { code: 'bad_request', message: 'The image is larger than 5 MiB.' },
  415: {
    code: 'bad_request',
    message: 'The body must be sent as multipart/form-data, with the file in the field "image".',
  },
}

interface Context {
  schemas: Record<string, Schema>
  values: ExampleValues
  name: string
}

function toExample(schema: Schema, context: Context): unknown {
  const { schemas, values, name } = context
  if (schema.$ref) {
    const named = getName(schema.$ref)
    return values.schemas[named] ?? toExample(schemas[named] ?? {}, context)
  }
  const value = values.fields[name]
  if (value !== undefined && fits(value, schema)) return value
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return toExample(schema.anyOf[0], context)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, toExample(one, { ...context, name: key })]),
      )
    case 'array':
      return [toExample(schema.items ?? {}, context)]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1)
    case 'boolean':
      return true
    case 'string':
      return toText(schema, name)
    default:
      return {}
  }
}

function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum) return schema.enum.includes(value)
  const type = Array.isArray(value) ? 'array' : typeof value
  const isText = type === 'string' && schema.format !== undefined && schema.format !== 'uri'
  return [schema.type].flat().includes(type) && schema.pattern === undefined && !isText
}

const hex = (digits: number) => '5f3b8c1d7e92a046'.repeat(Math.ceil(digits / 16)).slice(0, digits)
const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const byFormat: Record<string, string> = {
  uuid: '01a20193-38c6-7b0c-9572-29555c61970c',
  'date-time': '2026-11-22T12:00:00.000Z',
  date: '2026-11-22',
  uri: 'https://launch.example/',
}

const byPattern: [RegExp, (pattern: string) => string][] = [
  [/^\^0x\[0-9a-fA-F\]\{40\}/, () => wallet],
  [/^\^0x\[0-9a-fA-F\]\{64\}/, () => `0x${hex(64)}`],
  [/^\^\[0-9a-f\]\{64\}/, () => hex(64)],
  [/^\^0x/, () => `0x${hex(130)}`],
  [/^\^(sub|dlv|evt)_/, (pattern) => `${pattern.slice(1, 5)}${hex(32)}`],
  [/^\^\[A-Za-z0-9_-\]\{32\}/, () => hex(32)],
  [/\{22\}/, () => `${hex(22)}==`],
  [/\{87\}/, () => hex(87)],
  [/^\^\[\\x21/, () => 'order-1'],
]

function toText({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format !== undefined && byFormat[format] !== undefined) return byFormat[format]
  const matched = pattern === undefined ? undefined : byPattern.find(([form]) => form.test(pattern))
  if (matched && pattern !== undefined) return matched[1](pattern)
  if (/address$/i.test(name)) return wallet
  return 'text'.padEnd(minLength, '0')
}
