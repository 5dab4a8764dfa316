import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { expandParts } from '../contract/expand-parts.ts'
import { errorCodes, statusByCode } from '../src/platform/errors.ts'

interface Document {
  components: {
    schemas: Record<string, object> & { ErrorBody: { properties: { error: { properties: ErrorFields } } } }
  }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
}

interface ErrorFields {
  code: { enum: string[] }
}

interface Operation {
  operationId: string
  description?: string
  parameters?: { name: string; in: string }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: { type?: string[] }; example?: object }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }>; headers?: object }>
}

const text = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')
const document = expandParts(JSON.parse(text) as Document)

test('openapi.json: under 400 kB', () => {
  assert.ok(Buffer.byteLength(text) < 400_000, `${Buffer.byteLength(text)}`)
})

test('openapi.json: no schema has the name of a built-in type of TypeScript', () => {
  const builtIns = listBuiltIns()
  assert.ok(builtIns.has('Error') && builtIns.has('Notification'))
  assert.deepEqual(
    Object.keys(document.components.schemas).filter((name) => builtIns.has(name)),
    [],
  )
})

const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const events = Object.values(document.webhooks).map(({ post }) => post)

test('openapi.json: every operation and every event has a description', () => {
  assert.ok(operations.length >= 50)
  for (const { operationId, description = '' } of [...operations, ...events])
    assert.match(description, /\.$/, operationId)
})

test('openapi.json: every response with a body, and every request body, has an example', () => {
  for (const { operationId, requestBody, responses } of [...operations, ...events])
    for (const [status, { content }] of [...Object.entries(responses), ['body', requestBody ?? {}] as const])
      for (const { example } of Object.values(content ?? {}))
        assert.ok(example !== undefined, `${operationId} ${status}`)
})

test('openapi.json: the example of an error has a code of its status', () => {
  const statuses = new Map(Object.entries(statusByCode).map(([code, status]) => [code, String(status)]))
  const known = new Set(statuses.values())
  for (const { operationId, responses } of operations)
    for (const [status, { content }] of Object.entries(responses)) {
      const { error } = (content?.['application/json']?.example ?? {}) as { error?: { code: string } }
      if (error && known.has(status)) assert.equal(statuses.get(error.code), status, operationId)
    }
})

test('openapi.json: an operation that can do without a body requires none', () => {
  const bodyless = ['publishScore', 'retryDelivery', 'testWebhook', 'resumeWebhook', 'dispatchWebhooks']
  for (const { operationId, requestBody } of operations) {
    if (bodyless.includes(operationId)) assert.equal(requestBody, undefined, operationId)
    const type = requestBody?.content['application/json']?.schema.type ?? []
    assert.ok(!type.includes('null'), operationId)
  }
  assert.equal(operations.find(({ operationId }) => operationId === 'rescore')?.requestBody?.required, false)
})

test('openapi.json: every error code is in the enumeration', () => {
  assert.deepEqual(document.components.schemas.ErrorBody.properties.error.properties.code.enum, errorCodes)
})

test('openapi.json: responses of limited operations declare the rate-limit headers', () => {
  for (const { operationId, responses } of operations)
    for (const { headers = {} } of Object.values(responses))
      for (const name of ['RateLimit', 'RateLimit-Policy'])
        assert.equal(name in headers, '429' in responses, operationId)
})

test('openapi.json: every event carries the headers of its signature', () => {
  assert.ok(events.length >= 4)
  const headers = ['Event', 'Delivery', 'Signature', 'Timestamp'].map((name) => `X-Launchscore-${name}`)
  for (const { parameters = [] } of events)
    assert.deepEqual(
      parameters.map(({ name }) => name).filter((name) => name.startsWith('X-')),
      headers,
    )
})

/** The names that TypeScript's libraries for browsers and for the language declare globally. */
function listBuiltIns(): Set<string> {
  const files = globSync('node_modules/@typescript/typescript-*/lib/lib.*.d.ts', { cwd: root })
  const declared = /^(?:declare )?(?:var|interface|type|class|function) (\w+)/gm
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(declared)].map(([, name]) => name ?? ''),
    ),
  )
}

const root = join(import.meta.dirname, '..')
