import type { App } from '../../platform/http/app.ts'
import type { Site } from '../load-site.ts'

export function developerPageRoute(app: App, site: Site) {
  app.get('/developer', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    return site.send(reply, { name: 'developer', props: {}, path: '/developer' })
  })
}
