import type { Deps } from '../../deps.ts'
import { activePrompt } from '../../judge/prompts.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import type { Site } from '../load-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'

/** GET /: an introduction, and the form that scores a launch. */
export function homePageRoute(app: App, deps: SignalProviders & Pick<Deps, 'config'>, site: Site) {
  const needsKey = deps.config.scoreAccess === 'key'
  const props = { pending: pendingSignals(deps), needsKey, weights: activePrompt().weights }
  app.get('/', { schema: { hide: true }, onSend: setEtag }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'home', props, path: '/' })
  })
}
