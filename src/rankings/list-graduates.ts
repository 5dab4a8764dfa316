import type { App } from '../platform/http/http.ts'
import { setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { Graduates } from './schemas.ts'

/** GET /api/v1/graduates: empty until tokens can graduate. */
export function listGraduatesRoute(app: App) {
  const schema = {
    operationId: 'listGraduates',
    summary: 'List graduated tokens',
    tags: ['public'],
    response: { 200: response(Graduates, 'An empty list'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/api/v1/graduates', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return { graduates: [], count: 0 }
  })
}
