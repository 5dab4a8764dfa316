import { Type } from 'typebox'
import type { CompareProps } from 'launchscore-web/pages'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { readShownScore } from '../../scoring/shown/read-shown-score.ts'
import type { Site } from '../load-site.ts'
import { readScoreIds } from './read-score-ids.ts'

/** The field of the form repeats the parameter. */
const Query = Type.Object({ ids: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) })

/** GET /compare?ids=: up to four scores side by side. */
export function comparePageRoute(app: App, deps: Pick<Deps, 'reads' | 'clock'>, site: Site) {
  app.get('/compare', { schema: { hide: true, querystring: Query }, onSend: setEtag }, async (request, reply) => {
    const result = readScoreIds([request.query.ids ?? []].flat())
    if ('fault' in result) throw new ApiError('bad_request', result.fault)
    const entries = await Promise.all(result.ids.map((id) => findEntry(deps.reads, id)))
    reply.header('cache-control', 'no-cache')
    const props = { entries, now: deps.clock.now().toISOString() }
    return site.send(reply, { name: 'compare', props, path: '/compare' })
  })
}

async function findEntry(reads: Deps['reads'], id: string): Promise<CompareProps['entries'][number]> {
  const shown = await readShownScore(reads, id)
  if (!shown) throw new ApiError('not_found', 'One of these scores doesn’t exist. Check its link, or compare others.')
  const { score, standing } = shown
  return { score, standing }
}
