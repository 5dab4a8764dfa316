import type { App } from '../platform/http.ts'
import { type DocsPage, makeDocsPage } from '../platform/docs-page.ts'
import { holds, tagAnswer } from '../platform/http-answers.ts'
import { errorAnswers, textAnswer, unchanged } from '../platform/schema.ts'

/** GET /api/v1/docs: the interactive documentation; its script is served beside it. */
export function getDocsRoute(app: App) {
  let made: Promise<DocsPage> | undefined
  const page = () =>
    (made ??= makeDocsPage({
      title: 'Launchscore API',
      documentUrl: '/api/v1/openapi.json',
      scriptUrl: '/api/v1/docs/reference.js',
    }))
  const schema = {
    operationId: 'getDocs',
    summary: 'Interactive documentation',
    tags: ['public'],
    response: {
      200: textAnswer('text/html', 'The page; everything on it is served from here'),
      304: unchanged,
      ...errorAnswers(500),
    },
  }
  app.get('/api/v1/docs', { schema, onSend: tagAnswer }, async (_request, reply) => {
    const { html, policy } = await page()
    reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=60').send(html)
  })
  app.get(
    '/api/v1/docs/reference.js',
    { schema: { hide: true }, config: { isStatic: true } },
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
