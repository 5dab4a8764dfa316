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
    const entries = await findEntries(deps.reads, result.ids)
    reply.header('cache-control', 'no-cache')
    const props = { entries, now: deps.clock.now().toISOString() }
    return site.send(reply, { name: 'compare', props, path: '/compare' })
  })
}

type Entry = CompareProps['entries'][number]

/** Throws for the first score if none of them is shown. */
async function findEntries(reads: Deps['reads'], ids: string[]): Promise<Entry[]> {
  const entries = await Promise.all(ids.map((id) => findEntry(reads, id)))
  const [first] = entries
  if (first?.gone && entries.every(({ gone }) => gone)) throw new ApiError(first.gone, first.message)
  return entries
}

const unknownScore = 'One of these scores doesn’t exist. Check its link, or compare others.'

/** A score that is gone doesn't take the others with it. */
async function findEntry(reads: Deps['reads'], id: string): Promise<Entry> {
  try {
    const shown = await readShownScore(reads, id)
    if (!shown) return { id, gone: 'not_found', message: unknownScore }
    return { id, gone: null, score: shown.score, standing: shown.standing }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'hidden') return { id, gone: 'hidden', message: error.message }
    throw error
  }
}
