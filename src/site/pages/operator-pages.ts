import type { App } from '../../platform/http/app.ts'
import type { SiteRenderer } from '../load-site.ts'

export function adminPageRoute(app: App, site: SiteRenderer) {
  app.get('/admin', { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return site.send(reply, { name: 'admin', props: {}, path: '/admin' })
  })
}

export function developerPageRoute(app: App, site: SiteRenderer) {
  app.get('/developer', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    return site.send(reply, { name: 'developer', props: {}, path: '/developer' })
  })
}
