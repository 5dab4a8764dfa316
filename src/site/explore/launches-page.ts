import { type Static, Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { listTickets } from '../../rankings/explore/list-tickets.ts'
import { LaunchQuery, listLaunches } from '../../rankings/list-launches.ts'
import { listPlannedLaunches } from '../../rankings/list-planned-launches.ts'
import type { LaunchList } from '../../../contract/schemas/ranking.ts'
import type { Site } from '../load-site.ts'
import { listPendingSignals } from '../../scoring/shown/list-version-signals.ts'
import { withLaunchTimes } from './with-launch-times.ts'

const Query = Type.Object({
  ...LaunchQuery.properties,
  when: Type.Optional(Type.Enum(['upcoming', 'past', 'all'])),
})

export function launchesPageRoute(app: App, deps: Deps, site: Site) {
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/launches', { schema: { hide: true, querystring: Query }, ...hooks }, async (request, reply) => {
    const { band = null, when = 'upcoming', limit = null, cursor } = request.query
    const { launches, nextCursor } = await listFor(deps, request.query)
    const listed = await listTickets(
      deps.reads,
      launches.map(({ scoreRequestId }) => scoreRequestId),
    )
    const tickets = await withLaunchTimes(deps.reads, listed)
    const filters = { tab: 'soon' as const, band, when, limit, window: null, isSigned: false }
    const place = { isFirst: cursor === undefined, page: 1, nextCursor }
    reply.header('cache-control', 'no-cache')
    const pending = await listPendingSignals(deps)
    const props = { ...filters, ...place, tickets, now: deps.clock.now().toISOString(), pending }
    return site.send(reply, { name: 'explore', props, path: '/launches' })
  })
}

function listFor(deps: Deps, query: Static<typeof Query>): Promise<LaunchList> {
  const { band, when = 'upcoming' } = query
  const request = { ...pageRequest(query), band }
  return when === 'all' ? listLaunches(deps.reads, request) : listPlannedLaunches(deps, { ...request, plan: when })
}
