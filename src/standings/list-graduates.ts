import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { Graduates } from './schemas.ts'

/** GET /api/v1/graduates: empty until there is graduation (D35). */
export function listGraduatesRoute(app: App) {
  const schema = {
    operationId: 'listGraduates',
    summary: 'Graduated tokens',
    tags: ['public'],
    response: { 200: answer(Graduates, 'None yet'), 304: unchanged, ...errorAnswers(500) },
  }
  app.get('/api/v1/graduates', { schema, onSend: tagAnswer }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return { graduates: [], count: 0 }
  })
}
