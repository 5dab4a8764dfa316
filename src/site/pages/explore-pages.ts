import { type Static, Type } from 'typebox'
import { findTypo, parseAddress, toChecksumAddress } from '../../../contract/address.ts'
import type { ExploreProps, Ticket } from '../../../contract/props/lists.ts'
import type { LaunchList, SearchResult } from '../../../contract/schemas/ranking.ts'
import { bandNames } from '../../../contract/schemas/score.ts'
import { readStoredLaunches } from '../../creators/creator-history.ts'
import type { Deps } from '../../deps.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, pageCursorPattern, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { setEtag } from '../../platform/http/responses.ts'
import {
  countLaunches,
  listCreatorLaunches,
  listCritical,
  type ListedTicket,
  listNewest,
  listTickets,
  type TicketPage,
} from '../../rankings/explore.ts'
import { countWarnedCreator, getCreator } from '../../rankings/get-creator.ts'
import { leaderboardCursorPattern } from '../../rankings/leaderboard-cursor.ts'
import { LaunchQuery, listLaunches, listPlannedLaunches } from '../../rankings/list-launches.ts'
import { LeaderboardQuery, listLeaderboards, parseLeaderboardQuery } from '../../rankings/list-leaderboards.ts'
import { parseQuery, search } from '../../rankings/search.ts'
import { countTraded } from '../../record/graduate-store.ts'
import { listGraduates } from '../../record/list-graduates.ts'
import { listCreatorRecord } from '../../record/list-recorded.ts'
import { toChainFilter } from '../../scoring/contract-key.ts'
import { listLaunchTimes } from '../../tokens/outcome-store.ts'
import { keepLanguage, type SiteRenderer, toTokenPath } from '../load-site.ts'

const BoardQuery = Type.Object({
  tab: Type.Optional(Type.Enum(['new', 'top', 'lowest'])),
  window: LeaderboardQuery.properties.window,
  band: Type.Optional(Type.Enum([...bandNames, 'critical'])),
  chainId: LeaderboardQuery.properties.chainId,
  signed: Type.Optional(Type.Boolean()),
  limit: pageQuery.limit,
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'numbers the rows' })),
})
type BoardQuery = Static<typeof BoardQuery>

export function leaderboardsPageRoutes(app: App, deps: Deps, site: SiteRenderer) {
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/leaderboards', { schema: { hide: true, querystring: BoardQuery }, ...hooks }, async (request, reply) => {
    const filters = toFilters(request.query)
    const { tickets: listed, nextCursor } = await listPage(deps, request.query, filters)
    const isFirst = request.query.cursor === undefined
    const [lowered, count, hasAny] = await Promise.all([
      nextCursor === null ? listBelow(deps, filters) : [],
      filters.band === null && filters.chainId === null ? countLaunches(deps, filters) : null,
      listed.length > 0 || hasLaunches(deps),
    ])
    const all = await withLaunchTimes(deps.reads, [...listed, ...lowered])
    const [tickets, below] = [all.slice(0, listed.length), all.slice(listed.length)]
    reply.header('cache-control', 'no-cache')
    const place = { isFirst, page: pageNumber(request.query), nextCursor }
    const { limit = null } = request.query
    const rows = { tickets, below, count: isFirst ? count : null, hasAny }
    const props = { ...filters, ...place, ...rows, limit, when: null, now: deps.clock.now().toISOString() }
    return site.send(reply, { name: 'explore', props, path: '/leaderboards' })
  })
}

type Filters = Pick<ExploreProps, 'band' | 'isSigned' | 'chainId'> & {
  tab: 'new' | 'top' | 'lowest'
  window: '24h' | '7d' | 'all'
}

/** The critical ones that follow a whole list of the best. */
const maxBelow = 10

async function listBelow(deps: Deps, { tab, band, window, isSigned, chainId }: Filters): Promise<ListedTicket[]> {
  if (tab !== 'top' || band !== null) return []
  const request = { order: 'best' as const, window, isSigned, limit: maxBelow, cursor: undefined }
  return (await listCritical(deps, { ...request, chainId: chainId ?? undefined })).tickets
}

const hasLaunches = async (deps: Deps): Promise<boolean> =>
  (await listNewest(deps, { filter: null, window: 'all', isSigned: false, limit: 1, after: null })).tickets.length > 0

/** The newest scores are those of all time. */
function toFilters({ tab = 'top', window, band, chainId, signed: isSigned = false }: BoardQuery): Filters {
  return {
    chainId: chainId ?? null,
    tab,
    window: window ?? (tab === 'new' ? 'all' : '7d'),
    band: band ?? null,
    isSigned,
  }
}

function listPage(deps: Deps, query: BoardQuery, { tab, window, band, isSigned }: Filters): Promise<TicketPage> {
  const { cursor, limit = 25, chainId } = query
  if (tab === 'new') {
    const request = pageRequest({ limit, ...(cursor !== undefined && { cursor: matching(cursor, pageCursor) }) })
    return listNewest(deps, { ...request, window, isSigned, chainId, filter: band })
  }
  const order = tab === 'top' ? 'best' : 'worst'
  if (band === 'critical') return listCritical(deps, { order, window, isSigned, chainId, limit, cursor })
  return listBoard(deps, {
    tab,
    query: { window, signed: isSigned, limit, ...(band && { band }), ...(chainId !== undefined && { chainId }) },
    cursor,
  })
}

async function listBoard(
  deps: Deps,
  { tab, query, cursor }: { tab: Filters['tab']; query: Static<typeof LeaderboardQuery>; cursor: string | undefined },
): Promise<TicketPage> {
  const request = parseLeaderboardQuery({
    ...query,
    ...(cursor !== undefined && { cursor: matching(cursor, boardCursor) }),
  })
  const board = await listLeaderboards(deps, { ...request, chainId: query.chainId })
  const entries = tab === 'top' ? board.best : board.worst
  const tickets = await listTickets(
    deps.reads,
    entries.map(({ scoreId }) => scoreId),
  )
  // its cursor is of both orders, of which one may end before the other
  return { tickets, nextCursor: entries.length < request.limit ? null : board.nextCursor }
}

const pageCursor = new RegExp(pageCursorPattern)
const boardCursor = new RegExp(leaderboardCursorPattern)

function matching(cursor: string, pattern: RegExp): string {
  if (!pattern.test(cursor))
    throw badField('cursor', 'is not a cursor of this list; follow the link of an earlier page')
  return cursor
}

/** Without a cursor, any query is for the first page. */
const pageNumber = ({ cursor, page = 1 }: BoardQuery): number => (cursor === undefined ? 1 : page)

const querystring = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1000 })),
  chainId: LeaderboardQuery.properties.chainId,
})
const limit = 20

export function searchPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  app.get('/search', { schema: { hide: true, querystring }, onSend: setEtag }, async (request, reply) => {
    const asked = request.query.q?.trim() ?? ''
    const own = findOwnPage(asked, deps.config.publicUrl)
    if (own !== null) return reply.redirect(keepLanguage(own, request), 303)
    const { q } = asked === '' ? { q: '' } : parseQuery({ q: asked })
    const { chainId } = request.query
    const typo = findTypo(q)
    const results = q === '' || typo !== null ? [] : await search(deps, { q, limit, chainId })
    reply.header('cache-control', 'no-cache')
    const target = typo === null ? findTarget(deps, q, results) : null
    if (target !== null) return reply.redirect(keepLanguage(target, request), 303)
    const listed = await listTickets(
      deps.reads,
      results.map(({ scoreId }) => scoreId),
    )
    const tickets = await withLaunchTimes(deps.reads, listed)
    return site.send(reply, {
      name: 'search',
      props: { q, typo, tickets, now: deps.clock.now().toISOString() },
      path: '/search',
    })
  })
}

/** null: not a link of this service. */
function findOwnPage(text: string, publicUrl: string): string | null {
  const url = URL.parse(text)
  if (url?.origin !== new URL(publicUrl).origin) return null
  const [path] = /^\/(?:score|launch|enroll|creator|token)\/[\w-]+/.exec(url.pathname) ?? []
  return path ?? null
}

/**
 * Where an exact query leads; null: to results, also for tokens of several chains. An unknown address may be a token to
 * score.
 */
function findTarget({ config }: Deps, q: string, [first, second]: SearchResult[]): string | null {
  const parsed = parseAddress(q)
  if ('address' in parsed) {
    const address = toChecksumAddress(parsed.address)
    if (first?.match === 'wallet') return `/creator/${address}`
    if (second?.match === 'contract') return null
    return toTokenPath(address, first?.chainId ?? config.chainId, config)
  }
  return first?.match === 'id' ? `/score/${first.scoreId}` : null
}

const LaunchesQuery = Type.Object({
  ...LaunchQuery.properties,
  when: Type.Optional(Type.Enum(['upcoming', 'past', 'all'])),
})

export function launchesPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/launches', { schema: { hide: true, querystring: LaunchesQuery }, ...hooks }, async (request, reply) => {
    const { band = null, chainId = null, when = 'upcoming', limit = null, cursor } = request.query
    const { launches, nextCursor } = await listFor(deps, request.query)
    const listed = await listTickets(
      deps.reads,
      launches.map(({ scoreRequestId }) => scoreRequestId),
    )
    const tickets = await withLaunchTimes(deps.reads, listed)
    const filters = { tab: 'soon' as const, band, chainId, when, limit, window: null, isSigned: false }
    const place = { isFirst: cursor === undefined, page: 1, nextCursor }
    reply.header('cache-control', 'no-cache')
    const rows = { tickets, below: [], count: null, hasAny: true }
    const props = { ...filters, ...place, ...rows, now: deps.clock.now().toISOString() }
    return site.send(reply, { name: 'explore', props, path: '/launches' })
  })
}

function listFor(deps: Deps, query: Static<typeof LaunchesQuery>): Promise<LaunchList> {
  const { band, when = 'upcoming' } = query
  const request = { ...pageRequest(query), band, chain: toChainFilter(deps.config, query.chainId) }
  return when === 'all' ? listLaunches(deps.reads, request) : listPlannedLaunches(deps, { ...request, plan: when })
}

/** The browser reads the launches, by the address of the wallet. */
export function myLaunchesPageRoute(app: App, site: SiteRenderer) {
  app.get('/launches/mine', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return site.send(reply, { name: 'myLaunches', props: {}, path: '/launches/mine' })
  })
}

export function graduatesPageRoute(app: App, deps: Deps, site: SiteRenderer) {
  const schema = { hide: true, querystring: Type.Object(pageQuery) }
  app.get('/graduates', { schema, preValidation: checkLimit, onSend: setEtag }, async (request, reply) => {
    const [list, traded] = await Promise.all([listGraduates(deps, pageRequest(request.query)), countTraded(deps.reads)])
    const props: ExploreProps = {
      ...noFilters,
      tab: 'graduated',
      graduates: { entries: list.graduates, count: list.count, traded, observing: list.observing },
      nextCursor: list.nextCursor,
      isFirst: request.query.cursor === undefined,
      limit: request.query.limit ?? null,
      now: deps.clock.now().toISOString(),
    }
    reply.header('cache-control', 'no-cache')
    return site.send(reply, { name: 'explore', props, path: '/graduates' })
  })
}

const noFilters = {
  tickets: [],
  below: [],
  count: null,
  hasAny: true,
  page: 1,
  when: null,
  band: null,
  chainId: null,
  window: null,
  isSigned: false,
}

const schema = { hide: true, params: Type.Object({ address: Type.String() }), querystring: Type.Object(pageQuery) }

export function creatorPageRoutes(app: App, deps: Deps, site: SiteRenderer) {
  const { reads, config, clock } = deps
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/creator/:address', { schema, ...hooks }, async (request, reply) => {
    const { address } = request.params
    const { limit = null, cursor } = request.query
    const creatorAddress = toAddress(address)
    const [page, recorded] = await Promise.all([
      listCreatorLaunches(reads, { ...pageRequest(request.query), creatorAddress }),
      listCreatorRecord(reads, creatorAddress),
    ])
    const { criticalCount } = await countWarnedCreator(reads, toChecksumAddress(creatorAddress))
    const profile = await getCreator(deps, address) // last, because it refuses what was taken down meanwhile
    reply.header('cache-control', 'no-cache')
    const tickets = await withLaunchTimes(reads, page.tickets)
    const place = { ...page, tickets, limit, isFirst: cursor === undefined }
    const { chainId, marketData } = config
    const record = { recorded, observing: marketData !== null }
    const { newest } = await readStoredLaunches(deps, creatorAddress.toLowerCase())
    const props = { profile, newest, criticalCount, ...place, ...record, chainId, now: clock.now().toISOString() }
    return site.send(reply, { name: 'creator', props, path: `/creator/${profile.creatorAddress}` })
  })

  const querystring = Type.Object({ address: Type.String({ default: '' }) })
  app.get('/creator', { schema: { hide: true, querystring } }, async (request, reply) => {
    const address = request.query.address.trim()
    const path = address === '' ? '/search' : `/creator/${toAddress(address)}`
    return reply.redirect(keepLanguage(path, request), 303)
  })
}

function toAddress(text: string): string {
  const result = parseAddress(text)
  if ('fault' in result) throw badField('address', result.fault)
  return toChecksumAddress(result.address)
}

export async function withLaunchTimes(reads: Deps['reads'], tickets: ListedTicket[]): Promise<Ticket[]> {
  const times = await listLaunchTimes(
    reads,
    tickets.map(({ scoreId }) => scoreId),
  )
  return tickets.map((ticket) => ({ ...ticket, launchedAt: times.get(ticket.scoreId)?.toISOString() ?? null }))
}
