import { type Static, Type } from 'typebox'
import type { ExploreProps } from '../../../contract/props/lists.ts'
import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageCursorPattern, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { type TicketPage, listCritical, listNewest } from '../../rankings/explore/list-newest.ts'
import { listTickets } from '../../rankings/explore/list-tickets.ts'
import { leaderboardCursorPattern } from '../../rankings/leaderboard-cursor.ts'
import { LeaderboardQuery, listLeaderboards, parseLeaderboardQuery } from '../../rankings/list-leaderboards.ts'
import { bandNames } from '../../../contract/schemas/score.ts'
import type { Site } from '../load-site.ts'
import { listPendingSignals } from '../../scoring/shown/list-version-signals.ts'
import { withLaunchTimes } from './with-launch-times.ts'

const Query = Type.Object({
  tab: Type.Optional(Type.Enum(['new', 'top', 'lowest'])),
  window: LeaderboardQuery.properties.window,
  band: Type.Optional(Type.Enum([...bandNames, 'critical'])),
  signed: Type.Optional(Type.Boolean()),
  limit: pageQuery.limit,
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'numbers the rows' })),
})
type Query = Static<typeof Query>

export function leaderboardsPageRoutes(app: App, deps: Deps, site: Site) {
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/leaderboards', { schema: { hide: true, querystring: Query }, ...hooks }, async (request, reply) => {
    const filters = toFilters(request.query)
    const { tickets: listed, nextCursor } = await listPage(deps, request.query, filters)
    const tickets = await withLaunchTimes(deps.reads, listed)
    reply.header('cache-control', 'no-cache')
    const place = { isFirst: request.query.cursor === undefined, page: pageNumber(request.query), nextCursor }
    const { limit = null } = request.query
    const pending = await listPendingSignals(deps)
    const props = { ...filters, ...place, tickets, limit, when: null, now: deps.clock.now().toISOString(), pending }
    return site.send(reply, { name: 'explore', props, path: '/leaderboards' })
  })
}

type Filters = Pick<ExploreProps, 'band' | 'isSigned'> & {
  tab: 'new' | 'top' | 'lowest'
  window: '24h' | '7d' | 'all'
}

/** The newest scores are those of all time. */
function toFilters({ tab = 'top', window, band, signed: isSigned = false }: Query): Filters {
  return { tab, window: window ?? (tab === 'new' ? 'all' : '7d'), band: band ?? null, isSigned }
}

function listPage(deps: Deps, query: Query, { tab, window, band, isSigned }: Filters): Promise<TicketPage> {
  const { cursor, limit = 25 } = query
  if (tab === 'new') {
    const request = pageRequest({ limit, ...(cursor !== undefined && { cursor: matching(cursor, pageCursor) }) })
    return listNewest(deps, { ...request, window, isSigned, filter: band })
  }
  const order = tab === 'top' ? 'best' : 'worst'
  if (band === 'critical') return listCritical(deps, { order, window, isSigned, limit, cursor })
  return listBoard(deps, { tab, query: { window, signed: isSigned, limit, ...(band && { band }) }, cursor })
}

async function listBoard(
  deps: Deps,
  { tab, query, cursor }: { tab: Filters['tab']; query: Static<typeof LeaderboardQuery>; cursor: string | undefined },
): Promise<TicketPage> {
  const board = await listLeaderboards(
    deps,
    parseLeaderboardQuery({ ...query, ...(cursor !== undefined && { cursor: matching(cursor, boardCursor) }) }),
  )
  const entries = tab === 'top' ? board.best : board.worst
  const tickets = await listTickets(
    deps.reads,
    entries.map(({ scoreId }) => scoreId),
  )
  return { tickets, nextCursor: board.nextCursor }
}

const pageCursor = new RegExp(pageCursorPattern)
const boardCursor = new RegExp(leaderboardCursorPattern)

function matching(cursor: string, pattern: RegExp): string {
  if (!pattern.test(cursor))
    throw badField('cursor', 'is not a cursor of this list; follow the link of an earlier page')
  return cursor
}

/** Without a cursor, any query is for the first page. */
const pageNumber = ({ cursor, page = 1 }: Query): number => (cursor === undefined ? 1 : page)
