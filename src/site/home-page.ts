import type { Deps } from '../deps.ts'
import { activePrompt } from '../judge/prompts.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import type { SignalName } from '../signals/schemas.ts'
import type { Site } from './open-site.ts'

/** GET /: what the service is, and the form that scores a launch. */
export function homePageRoute(app: App, deps: Pick<Deps, 'model' | 'creatorData' | 'tokenRisk'>, site: Site) {
  const props = { pending: pendingOf(deps), weights: activePrompt().weights }
  app.get('/', { schema: { hide: true }, onSend: tagAnswer }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'home', props, path: '/' })
  })
}

/** The signals that are stubs here (D16). */
function pendingOf({ model, creatorData, tokenRisk }: Pick<Deps, 'model' | 'creatorData' | 'tokenRisk'>): SignalName[] {
  const needs: [SignalName, object | null][] = [
    ['meme', model],
    ['creator', creatorData],
    ['image', model],
    ['risk', tokenRisk],
  ]
  return needs.filter(([, provider]) => provider === null).map(([signal]) => signal)
}
