import type { App } from '../platform/http/app.ts'

/** Pages for one reader or without an end, and the API, whose reference may be read. */
const closed = ['/v1/', '/api/', '/admin', '/developer', '/search', '/compare', '/enroll/', '/launch/*/leave']

/** GET /robots.txt: where search engines may go, and the sitemap. */
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
