import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '../platform/http/app.ts'
import { holds, sendJsonText, sendUnchanged } from '../platform/http/responses.ts'
import { unchanged } from '../platform/http/schema.ts'

export function getOpenapiRoute(app: App) {
  let made: { body: Buffer; etag: string } | undefined
  const make = () => {
    const body = Buffer.from(JSON.stringify(app.swagger())) // its compressed forms are kept
    return { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
  }
  const schema = {
    operationId: 'getOpenapi',
    summary: 'Fetch this document',
    tags: ['public'],
    response: {
      200: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'OpenAPI 3.1' }),
      304: unchanged,
    },
  }
  app.get('/api/v1/openapi.json', { schema }, async (request, reply) => {
    const { body, etag } = (made ??= make())
    reply.header('etag', etag).header('cache-control', 'public, max-age=60')
    return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
  })
}
