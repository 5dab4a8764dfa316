/** As much of an OpenAPI document as headers depend on. */
export interface Document {
  paths?: Record<string, PathItem | undefined>
  components?: object
}

type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>

interface Operation {
  parameters?: object[]
  responses?: Record<string, Response>
}

interface Response {
  content?: Record<string, { schema?: object }>
  headers?: object
}

const text = { type: 'string' }

const headers = {
  'X-Request-Id': {
    description: 'The request’s id: the one it came with when that is sane, else a new one',
    schema: text,
  },
  ETag: { description: 'Names this state of the answer, for `If-None-Match`', schema: text },
  Location: { description: 'Where the record can be read', schema: { type: 'string', format: 'uri-reference' } },
  'Idempotent-Replayed': { description: 'This Idempotency-Key made the record before', schema: { const: 'true' } },
  'Retry-After': {
    description: 'Seconds after which it is worth trying again, where that is known',
    schema: { type: 'integer', minimum: 0 },
  },
}

type HeaderName = keyof typeof headers

/** The document with the headers that its answers carry beside their bodies: they follow from what each operation answers. */
export function describeHeaders(document: Document): Document {
  const read = readableIn(document)
  for (const item of Object.values(document.paths ?? {}))
    for (const operation of Object.values(item ?? {})) {
      const responses = operation.responses ?? {}
      for (const [status, response] of Object.entries(responses))
        response.headers = refsTo(headersOf(operation, { status, read }))
    }
  document.components = { ...document.components, headers }
  return document
}

const refsTo = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function headersOf(operation: Operation, { status, read }: { status: string; read: Set<string> }): HeaderName[] {
  const { responses = {} } = operation
  const isKeyed = operation.parameters?.some((one) => 'name' in one && one.name === 'idempotency-key') ?? false
  const isGood = status === '200' || status === '201'
  const carried: Record<HeaderName, boolean> = {
    'X-Request-Id': true,
    ETag: '304' in responses && (isGood || status === '304'),
    Location: isGood && read.has(shapeOf(responses['201']) ?? ''),
    'Idempotent-Replayed': isKeyed && status === '200',
    'Retry-After': ['429', '502'].includes(status) || (isKeyed && status === '409'),
  }
  return (Object.keys(headers) as HeaderName[]).filter((name) => carried[name])
}

/** The shapes that a GET of their own answers: a record just made in one of them is answered with where it can be read. */
function readableIn({ paths = {} }: Document): Set<string> {
  const shapes = Object.values(paths).map((item) => shapeOf(item?.get?.responses?.['200']))
  return new Set(shapes.filter((shape) => shape !== undefined))
}

function shapeOf(response: Response | undefined): string | undefined {
  const schema = response?.content?.['application/json']?.schema
  return schema && '$ref' in schema ? String(schema.$ref) : undefined
}
