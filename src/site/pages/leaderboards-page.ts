import { type Static, Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { checkLimit } from '../../platform/http/paging.ts'
import { LeaderboardQuery, parseLeaderboardQuery, listLeaderboards } from '../../rankings/list-leaderboards.ts'
import type { Site } from '../load-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'

/** The query of the API, and the number of the page, which numbers its rows. */
const Query = Type.Object({
  ...LeaderboardQuery.properties,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
})

/** GET /leaderboards: the best and the worst of a window. */
export function leaderboardsPageRoute(app: App, deps: Pick<Deps, 'reads' | 'clock'> & SignalProviders, site: Site) {
  const pending = pendingSignals(deps)
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/leaderboards', { schema: { hide: true, querystring: Query }, ...hooks }, async (request, reply) => {
    const board = await listLeaderboards(deps, parseLeaderboardQuery(request.query))
    reply.header('cache-control', 'no-cache')
    const { signed: isSigned = false } = request.query
    const props = { board, isSigned, page: pageNumber(request.query), pending }
    return site.send(reply, { name: 'leaderboards', props, path: '/leaderboards' })
  })
}

/** Without a cursor it is the first page, whatever the query says. */
const pageNumber = ({ cursor, page = 1 }: Static<typeof Query>): number => (cursor === undefined ? 1 : page)
