import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { errorAnswers, textAnswer, unchanged } from '../platform/schema.ts'
import { type Described, llmsText } from './llms-text.ts'

/** GET /llms.txt: what the service is and where its routes are described, for language models. */
export function getLlmsRoute(app: App, { publicUrl }: { publicUrl: string }) {
  let made: string | undefined
  const schema = {
    operationId: 'getLlmsText',
    summary: 'The service in a page, for language models',
    tags: ['public'],
    response: { 200: textAnswer('text/plain', 'Markdown (llmstxt.org)'), 304: unchanged, ...errorAnswers(500) },
  }
  app.get('/llms.txt', { schema, onSend: tagAnswer }, async (_request, reply) => {
    // the document is whatever `describeRoutes` was given, with an operation for each route
    made ??= llmsText(app.swagger() as unknown as Described, publicUrl)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(made)
  })
}
