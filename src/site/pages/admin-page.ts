import type { App } from '../../platform/http/app.ts'
import type { Site } from '../load-site.ts'

export function adminPageRoute(app: App, site: Site) {
  app.get('/admin', { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return site.send(reply, { name: 'admin', props: {}, path: '/admin' })
  })
}
