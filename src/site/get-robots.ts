import type { App } from '../platform/http/app.ts'

/** Personal or endless pages, and the API. */
const closed = ['/v1/', '/api/', '/admin', '/developer', '/search', '/compare', '/enroll/', '/launch/*/leave']

export function getRobotsRoute(app: App, { publicUrl }: { publicUrl: string }) {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /api/v1/docs',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ]
  app.get('/robots.txt', { schema: { hide: true }, config: { limit: 'file' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`),
  )
}
