import type { App } from '../../platform/http/app.ts'
import type { Site } from '../load-site.ts'

/** GET /developer: a page without data, the same for everyone. It loads its data with the key that its reader pastes. */
export function developerPageRoute(app: App, site: Site) {
  app.get('/developer', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    return site.send(reply, { name: 'developer', props: {}, path: '/developer' })
  })
}
