import type { App } from '../platform/http.ts'
import { type DocsPage, makeDocsPage } from '../platform/docs-page.ts'
import { textAnswer } from '../platform/schema.ts'

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
    response: { 200: textAnswer('text/html', 'The page; everything on it is served from here') },
  }
  app.get('/api/v1/docs', { schema }, async (_request, reply) => {
    const { html, policy } = await page()
    reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=60').send(html)
  })
  app.get('/api/v1/docs/reference.js', { schema: { hide: true } }, async (request, reply) => {
    const { script, scriptGzip } = await page()
    const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (isGzip) reply.header('content-encoding', 'gzip')
    reply.header('vary', 'accept-encoding').header('cache-control', 'public, max-age=86400')
    return reply.type('text/javascript; charset=utf-8').send(isGzip ? scriptGzip : script)
  })
}
