import type { App } from '../platform/http/http.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'
import { type Described, llmsText } from './llms-text.ts'

/** GET /llms.txt: the service and its routes, described for language models. */
export function getLlmsRoute(app: App, { publicUrl }: { publicUrl: string }) {
  let made: string | undefined
  const schema = {
    operationId: 'getLlmsText',
    summary: 'A one-page description of the service for language models',
    tags: ['public'],
    response: { 200: textResponse('text/plain', 'Markdown (llmstxt.org)'), 304: unchanged, ...errorResponses(500) },
  }
  app.get('/llms.txt', { schema, onSend: setEtag }, async (_request, reply) => {
    // `describeRoutes` made the document, with an operation for each route
    made ??= llmsText(app.swagger() as unknown as Described, publicUrl)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(made)
  })
}
