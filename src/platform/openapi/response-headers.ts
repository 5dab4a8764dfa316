import type { RequestBody } from './request-bodies.ts'

export interface Document {
  paths?: Record<string, PathItem | undefined>
  components?: object
}

type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>

interface Operation {
  operationId?: string
  description?: string | undefined
  parameters?: object[]
  requestBody?: RequestBody
  responses?: Record<string, Response>
}

interface Response {
  content?: Record<string, { schema?: object }>
  headers?: object
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

export function describeHeaders(document: Document): void {
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
  const isKeyed = operation.parameters?.some((one) => 'name' in one && one.name === 'idempotency-key') ?? false
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

function getShape(response: Response | undefined): string | undefined {
  const schema = response?.content?.['application/json']?.schema
  return schema && '$ref' in schema ? String(schema.$ref) : undefined
}
