import { activePrompt } from '../judge/prompts.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import type { Site } from './open-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'

/** GET /: what the service is, and the form that scores a launch. */
export function homePageRoute(app: App, deps: SignalProviders, site: Site) {
  const props = { pending: pendingSignals(deps), weights: activePrompt().weights }
  app.get('/', { schema: { hide: true }, onSend: tagAnswer }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'home', props, path: '/' })
  })
}
