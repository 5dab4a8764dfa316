import { type Static, Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { checkLimit, pageRequest } from '../../platform/http/paging.ts'
import { LaunchQuery, listLaunches } from '../../rankings/list-launches.ts'
import { listPlannedLaunches } from '../../rankings/list-planned-launches.ts'
import type { LaunchList } from '../../rankings/schemas.ts'
import type { Site } from '../load-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'

type ListDeps = Pick<Deps, 'reads' | 'clock'>

/** The query of the API, and a filter for upcoming or past launches. */
const Query = Type.Object({ ...LaunchQuery.properties, when: Type.Optional(Type.Enum(['upcoming', 'past'])) })

/** GET /launches: the launches that creators have signed for. */
export function launchesPageRoute(app: App, deps: ListDeps & SignalProviders, site: Site) {
  const pending = pendingSignals(deps)
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/launches', { schema: { hide: true, querystring: Query }, ...hooks }, async (request, reply) => {
    const { band = null, when = null, cursor } = request.query
    const list = await listFor(deps, request.query)
    reply.header('cache-control', 'no-cache')
    const props = { list, band, when, isFirst: cursor === undefined, now: deps.clock.now().toISOString(), pending }
    return site.send(reply, { name: 'launches', props, path: '/launches' })
  })
}

function listFor(deps: ListDeps, query: Static<typeof Query>): Promise<LaunchList> {
  const { band, when } = query
  const request = { ...pageRequest(query), band }
  return when ? listPlannedLaunches(deps, { ...request, plan: when }) : listLaunches(deps.reads, request)
}
