import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'
import { createGuides } from './guides/load-guides.ts'
import { type Described, llmsFullText, llmsText } from './llms-text.ts'

const files = [
  {
    path: '/llms.txt',
    operationId: 'getLlmsText',
    summary: 'A one-page description of the service for language models',
    maxAge: 60,
    write: llmsText,
  },
  {
    path: '/llms-full.txt',
    operationId: 'getLlmsFullText',
    summary: 'The whole documentation in one file for language models',
    maxAge: 300,
    write: llmsFullText,
  },
]

export function llmsRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  const getGuides = createGuides()
  for (const { path, operationId, summary, maxAge, write } of files) {
    let made: Buffer | undefined // its compressed forms are kept
    const schema = {
      operationId,
      summary,
      tags: ['public'],
      response: { 200: textResponse('text/plain', 'Markdown (llmstxt.org)'), 304: unchanged, ...errorResponses(500) },
    }
    app.get(path, { schema, onSend: setEtag }, async (_request, reply) => {
      // `describeRoutes` made the document, with an operation for each route.
      made ??= Buffer.from(write(app.swagger() as unknown as Described, { publicUrl, guides: await getGuides() }))
      reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${maxAge}`)
      return reply.send(made as unknown as string)
    })
  }
}
