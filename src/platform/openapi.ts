import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import { getId } from '../../contract/schema.ts'
import { type ErrorCode, requestError } from './errors.ts'
import type { App } from './http/app.ts'

interface DocumentOptions {
  url: string
  title: string
  version: string
  description: string
  tags: { name: string; description: string }[]
  securitySchemes: Record<string, { type: 'http'; scheme: string; description: string }>
  operations: Record<string, string>
  /** A parameter of all operations that take a key and need none. */
  visitorParameter: { name: string; in: 'header'; description: string; schema: object }
  examples: ExampleValues
  webhooks: Record<string, object>
}

/** Collects the routes registered after it. */
export async function describeRoutes(app: App, options: DocumentOptions): Promise<void> {
  const { url, title, version, description, tags, securitySchemes, webhooks } = options
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url, description: 'This deployment' }],
      security: [{}],
      tags,
      components: { securitySchemes },
      webhooks,
    },
    transformObject: (made) => complete(('openapiObject' in made ? made.openapiObject : {}) as Document, options),
    refResolver: { buildLocalReference: (schema) => getId(schema) },
  })
}

/** What this file reads and writes of an OpenAPI document. */
interface Document {
  paths?: Record<string, PathItem | undefined>
  webhooks?: Record<string, PathItem | undefined>
  components?: {
    schemas?: Record<string, Schema>
    examples?: Record<string, { value: unknown }>
    parameters?: Record<string, object>
    responses?: Record<string, object>
    headers?: object
  }
}

type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>

interface Operation {
  operationId?: string
  description?: string | undefined
  parameters?: { name?: string }[]
  security?: Record<string, unknown>[]
  requestBody?: RequestBody
  responses?: Record<string, Response>
}

interface RequestBody {
  required?: boolean
  content?: Record<string, Media>
}

interface Response {
  content?: Record<string, Media>
  headers?: object
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

interface Schema {
  $ref?: string
  type?: string | string[] | undefined
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

/** Adds what follows from the operations. */
function complete(document: Document, { operations, examples, visitorParameter }: DocumentOptions): object {
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      relaxBody(operation)
      operation.description ??= operations[operation.operationId ?? '']
      const { security = [] } = operation
      if (security.length > 1 && security.some((one) => 'apiKey' in one))
        operation.parameters = [...(operation.parameters ?? []), visitorParameter]
    }
  describeHeaders(document)
  addTypes(document)
  addExamples(document, examples)
  shareParts(document)
  return document
}

/** Moves equal parameters and error responses to `components`. */
function shareParts(document: Document): void {
  const items = [...Object.values(document.paths ?? {}), ...Object.values(document.webhooks ?? {})]
  const operations = items.flatMap((item) => Object.values(item ?? {}))
  const parameters = createShare(
    'parameters',
    operations.flatMap((one) => one.parameters ?? []),
  )
  const responses = createShare(
    'responses',
    operations.flatMap((one) => Object.values(one.responses ?? {})),
  )
  for (const operation of operations) {
    // A generator names a file after each, which must not be that of a schema.
    operation.parameters &&= operation.parameters.map((one) => parameters.share(`${one.name}Parameter`, one))
    for (const [status, response] of Object.entries((operation.responses ??= {})))
      if (!status.startsWith('2'))
        operation.responses[status] = responses.share(STATUS_CODES[status] ?? status, response)
  }
  document.components = { ...document.components, parameters: parameters.parts, responses: responses.parts }
}

function createShare(kind: string, all: object[]) {
  const parts: Record<string, object> = {}
  const names = new Map<string, string>()
  const counts = Map.groupBy(all, (part) => JSON.stringify(part))
  const share = (title: string, part: object): object => {
    const text = JSON.stringify(part)
    if (counts.get(text)?.length === 1) return part
    const name = names.get(text) ?? findName(title.replaceAll(/[^\w-]/g, ''), parts)
    names.set(text, name)
    parts[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }
  return { parts, share }
}

/** `NotFound`, then `NotFound2`. */
function findName(base: string, taken: Record<string, object>): string {
  let name = base
  for (let n = 2; name in taken; n++) name = `${base}${n}`
  return name
}

/** Rewrites enumerations for client generators: with a type, constants as one enumeration, and null beside it. */
function addTypes(value: unknown): void {
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

/** Drops bodies without fields, and makes nullable ones optional (D55). */
function relaxBody(operation: { requestBody?: RequestBody }): void {
  const schema = operation.requestBody?.content?.['application/json']?.schema
  if (!schema || !Array.isArray(schema.type) || !schema.type.includes('null')) return
  if (Object.keys(schema.properties ?? {}).length === 0) {
    delete operation.requestBody
    return
  }
  const [type = 'object'] = schema.type
  operation.requestBody = { required: false, content: { 'application/json': { schema: { ...schema, type } } } }
}

const text = { type: 'string' }

const headers = {
  'X-Request-Id': {
    description: 'The id of the request: its own `X-Request-Id` if that is well-formed, otherwise a new id',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'The limits that the request counts against, the strictest first: `"route";q=300;w=60` is 300 in 60 seconds',
    schema: text,
  },
  RateLimit: {
    description:
      'The remaining quota of each limit, and the seconds until the whole quota is available again: `"route";r=299;t=1`',
    schema: text,
  },
  ETag: { description: 'The entity tag of this response, for `If-None-Match`', schema: text },
  Location: { description: 'The URL of the record', schema: { type: 'string', format: 'uri-reference' } },
  'Idempotent-Replayed': {
    description: 'Present when an earlier request with this Idempotency-Key made the record',
    schema: { const: 'true' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry, when known',
    schema: { type: 'integer', minimum: 0 },
  },
}

type HeaderName = keyof typeof headers

function describeHeaders(document: Document): void {
  const read = readableIn(document)
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      const responses = operation.responses ?? {}
      for (const [status, response] of Object.entries(responses))
        response.headers = { ...response.headers, ...refsTo(toHeaders(operation, { status, read })) }
    }
  document.components = { ...document.components, headers }
}

const refsTo = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function toHeaders(operation: Operation, { status, read }: { status: string; read: Set<string> }): HeaderName[] {
  const { responses = {} } = operation
  const isKeyed = operation.parameters?.some(({ name }) => name === 'idempotency-key') ?? false
  const isGood = status === '200' || status === '201'
  const carried: Record<HeaderName, boolean> = {
    'X-Request-Id': true,
    'RateLimit-Policy': '429' in responses,
    RateLimit: '429' in responses,
    ETag: '304' in responses && (isGood || status === '304'),
    Location: isGood && read.has(getShape(responses['201']) ?? ''),
    'Idempotent-Replayed': isKeyed && status === '200',
    'Retry-After':
      ['429', '502'].includes(status) || (status === '503' && '500' in responses) || (isKeyed && status === '409'),
  }
  return (Object.keys(headers) as HeaderName[]).filter((name) => carried[name])
}

/** An operation that creates such a record responds with its `Location`. */
function readableIn({ paths = {} }: Document): Set<string> {
  const shapes = Object.values(paths).map((item) => getShape(item?.get?.responses?.['200']))
  return new Set(shapes.filter((shape) => shape !== undefined))
}

const getShape = (response: Response | undefined): string | undefined =>
  response?.content?.['application/json']?.schema?.$ref

/** Shared values, so that the examples tell of one launch. */
interface ExampleValues {
  schemas: Record<string, unknown>
  fields: Record<string, unknown>
}

/** Made from the schemas. The example of a named schema is shared. */
function addExamples(document: Document, values: ExampleValues): void {
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
