import type { App } from '../platform/http/http.ts'
import { type DocsPage, makeDocsPage } from './docs-page.ts'
import { holds, setEtag } from '../platform/http/responses.ts'
import { errorResponses, textResponse, unchanged } from '../platform/http/schema.ts'

/** GET /api/v1/docs: the interactive documentation and its script. */
export function getDocsRoute(app: App, { serviceName }: { serviceName: string }) {
  let made: Promise<DocsPage> | undefined
  const page = () =>
    (made ??= makeDocsPage({
      title: `${serviceName} API`,
      documentUrl: '/api/v1/openapi.json',
      scriptUrl: '/api/v1/docs/reference.js',
    }))
  const schema = {
    operationId: 'getDocs',
    summary: 'Open the interactive documentation',
    tags: ['public'],
    response: {
      200: textResponse('text/html', 'The page, which loads nothing from other hosts'),
      304: unchanged,
      ...errorResponses(500),
    },
  }
  app.get('/api/v1/docs', { schema, onSend: setEtag }, async (_request, reply) => {
    const { html, policy } = await page()
    reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=60').send(html)
  })
  app.get(
    '/api/v1/docs/reference.js',
    { schema: { hide: true }, config: { limit: 'file' } },
    async (request, reply) => {
      const { script, scriptGzip, scriptTag } = await page()
      const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
      const etag = `"${scriptTag}${isGzip ? '-gzip' : ''}"`
      reply.headers({ vary: 'accept-encoding', 'cache-control': 'public, max-age=86400', etag })
      if (holds(request, etag)) return reply.code(304).send()
      if (isGzip) reply.header('content-encoding', 'gzip')
      return reply.type('text/javascript; charset=utf-8').send(isGzip ? scriptGzip : script)
    },
  )
}
