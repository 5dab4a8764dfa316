import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { checkLimit } from '../platform/paging.ts'
import { BoardQuery, boardRequest, listLeaderboards } from '../standings/list-leaderboards.ts'
import type { Site } from './open-site.ts'
import { type SignalProviders, pendingSignals } from './pending-signals.ts'

/** What the API takes, and which page it is, so that its rows can be numbered. */
const Query = Type.Object({
  ...BoardQuery.properties,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
})

/** GET /leaderboards: the best and the worst of a window. */
export function leaderboardsPageRoute(app: App, deps: Pick<Deps, 'reads' | 'clock'> & SignalProviders, site: Site) {
  const pending = pendingSignals(deps)
  const hooks = { preValidation: checkLimit, onSend: tagAnswer }
  app.get('/leaderboards', { schema: { hide: true, querystring: Query }, ...hooks }, async (request, reply) => {
    const board = await listLeaderboards(deps, boardRequest(request.query))
    reply.header('cache-control', 'no-cache')
    const props = { board, page: pageNumber(request.query), pending }
    return site.send(reply, { name: 'leaderboards', props, path: '/leaderboards' })
  })
}

/** Without a cursor it is the first, whatever the address says. */
const pageNumber = ({ cursor, page = 1 }: Static<typeof Query>): number => (cursor === undefined ? 1 : page)
