import type { App } from '../platform/http.ts'
import type { Site } from './open-site.ts'

/** GET /admin: a page without data, the same for everybody; what it shows it asks for with the token that is typed in. */
export function adminPageRoute(app: App, site: Site) {
  app.get('/admin', { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return site.send(reply, { name: 'admin', props: {}, path: '/admin' })
  })
}
