import type { DocsProps } from '../../contract/props/docs.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'
import { expandParts } from '../../contract/expand-parts.ts'
import type { Site } from './load-site.ts'

export function docsPageRoute(app: App, site: Site) {
  const schema = {
    operationId: 'getDocs',
    summary: 'Open the reference of the API',
    tags: ['public'],
    response: {
      200: textResponse('text/html', 'The page, which loads nothing from other hosts'),
      304: unchanged,
      ...errorResponses(500),
    },
  }
  const rendered = new Map<string, Buffer>() // A page has 440 kB, and takes 40 ms to render.
  app.get('/api/v1/docs', { schema, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    const document = expandParts(app.swagger()) as unknown as DocsProps['document'] // `describeRoutes` made it
    return site.send(reply, { name: 'docs', props: { document }, path: '/api/v1/docs', rendered })
  })
}
