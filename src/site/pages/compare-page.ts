import { Type } from 'typebox'
import type { CompareProps } from '../../../contract/props/compare.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, statusByCode } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { findToldState } from '../../outcomes/followed/launch-outcome.ts'
import { withNewerWarnings } from '../../../contract/lead.ts'
import { readShownScore } from '../../scoring/shown/read-shown-score.ts'
import type { Site } from '../load-site.ts'
import { readScoreIds } from './read-score-ids.ts'

/** The form repeats the parameter. */
const Query = Type.Object({ ids: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])) })

/** Up to four scores side by side. An invalid list still shows the scores that it names. */
export function comparePageRoute(app: App, deps: Deps, site: Site) {
  app.get('/compare', { schema: { hide: true, querystring: Query }, onSend: setEtag }, async (request, reply) => {
    const { ids, fault, rest } = readScoreIds([request.query.ids ?? []].flat())
    const entries = await Promise.all(ids.map((id) => findEntry(deps.reads, id)))
    const gone = entries.every((entry) => entry.gone !== null) ? (entries[0]?.gone ?? null) : null
    reply.header('cache-control', 'no-cache')
    const shown = gone ? listHidden(entries, rest) : { entries, typed: rest }
    const problem = fault ?? gone
    const props = { ...shown, problem, now: deps.clock.now().toISOString() }
    return site.send(reply, { name: 'compare', props, path: '/compare', status: toStatus(problem) })
  })
}

type Entry = CompareProps['entries'][number]

/** When no score is left to show. */
function listHidden(entries: Entry[], rest: string) {
  const unknown = entries.filter(({ gone }) => gone === 'not_found').map(({ id }) => id)
  return { entries: entries.filter(({ gone }) => gone === 'hidden'), typed: [...unknown, rest].join(' ').trim() }
}

function toStatus(problem: CompareProps['problem']): number {
  if (problem === null) return 200
  return statusByCode[problem === 'hidden' || problem === 'not_found' ? problem : 'bad_request']
}

const unknownScore = 'One of these scores doesn’t exist. Check its link, or compare others.'

/** A missing score doesn't hide the others. */
async function findEntry(reads: Deps['reads'], id: string): Promise<Entry> {
  try {
    const [shown, state] = await Promise.all([readShownScore(reads, id), findToldState(reads, id)])
    if (!shown || !state) return { id, gone: 'not_found', message: unknownScore }
    return { id, gone: null, score: withNewerWarnings(shown.score, state), state, standing: shown.standing }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'hidden') return { id, gone: 'hidden', message: error.message }
    throw error
  }
}
