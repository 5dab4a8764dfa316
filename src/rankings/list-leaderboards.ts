import { type Static, Type } from 'typebox'
import { type BoardEntry, Leaderboards, signedQuery } from '../../contract/schemas/ranking.ts'
import { bandFilter } from '../../contract/schemas/score.ts'
import { hourMs, minuteMs } from '../../contract/time.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit } from '../platform/http/paging.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { chainQuery, toChainFilter } from '../scoring/contract-key.ts'
import { toScoreFields } from '../scoring/shown-scores.ts'
import {
  decodeLeaderboardCursor,
  encodeLeaderboardCursor,
  type EntryPosition,
  type LeaderboardCursor,
  leaderboardCursorPattern,
  type Order,
} from './leaderboard-cursor.ts'
import { type LeaderboardRow, listLeaderboardRows } from './leaderboard-store.ts'
import { leaderboardWindows, toWindowStart } from './windows.ts'

export const LeaderboardQuery = Type.Object({
  window: Type.Optional(Type.Enum([...leaderboardWindows], { description: 'The time window; defaults to 24h' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'The maximum number of items per list, 1 to 50; defaults to 10',
    }),
  ),
  signed: signedQuery,
  band: bandFilter('Only launches in this band'),
  chainId: chainQuery('Only launches on this chain'),
  cursor: Type.Optional(
    Type.String({
      pattern: leaderboardCursorPattern,
      description: 'the `nextCursor` of an earlier response for the same leaderboard, unchanged',
    }),
  ),
})

export function listLeaderboardsRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listLeaderboards',
    summary: 'List the best and the worst launches of a time window',
    tags: ['public'],
    querystring: LeaderboardQuery,
    response: {
      200: response(Leaderboards, 'The best and the worst launches'),
      304: unchanged,
      ...errorResponses(400, 500),
    },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/api/v1/leaderboards', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    const { chainId } = request.query
    return listLeaderboards(deps, { ...parseLeaderboardQuery(request.query), chainId })
  })
}

/** Throws `bad_request` for a cursor of another leaderboard. */
export function parseLeaderboardQuery(query: Static<typeof LeaderboardQuery>): LeaderboardRequest {
  const { window = '24h', limit = 10, signed: isSigned = false, band = null } = query
  const filters = { window, isSigned, band }
  const cursor = query.cursor === undefined ? null : decodeLeaderboardCursor(query.cursor, filters)
  return { ...filters, limit, cursor }
}

interface LeaderboardRequest extends Pick<LeaderboardCursor, 'window' | 'isSigned' | 'band'> {
  limit: number
  chainId?: number | undefined
  cursor: LeaderboardCursor | null
}

/** Later pages show the leaderboard as of the first one. */
export async function listLeaderboards(
  { reads, config, clock, activePrompt }: Deps,
  { window, isSigned, band, chainId, limit, cursor: given }: LeaderboardRequest,
): Promise<Leaderboards> {
  const now = clock.now()
  const cursor = given && limitAge(given, now)
  const { end, asOf, after } = cursor ?? { end: now, asOf: null, after: null }
  const since = toWindowStart(window, end)
  const chain = toChainFilter(config, chainId)
  const leaderboard = { cohort: await activePrompt(), isSigned, band, chain, window, since }
  const rows = await listLeaderboardRows(reads, { ...leaderboard, asOf, count: limit + 1, after })
  const ordered = (order: Order) => rows.filter((row) => row.order === order).slice(0, limit)
  const [best, worst] = [ordered('best'), ordered('worst')]
  const isEnd = rows.length === best.length + worst.length
  return {
    window,
    limit,
    best: best.map((row) => toBoardEntry(row, config)),
    worst: worst.map((row) => toBoardEntry(row, config)),
    bestCount: best.length,
    worstCount: worst.length,
    nextCursor: isEnd
      ? null
      : createNextCursor({ best, worst }, cursor ?? { window, isSigned, band, end: toMinute(end), asOf: newest(rows) }),
  }
}

const maxCursorAgeMs = hourMs

/** A cursor older than an hour moves the snapshot forward, which bounds the cost of a page. */
function limitAge({ end, asOf, ...cursor }: LeaderboardCursor, now: Date): LeaderboardCursor {
  const earliest = new Date(now.getTime() - maxCursorAgeMs)
  return { ...cursor, end: earlier(later(end, earliest), now), asOf: later(asOf, earliest) }
}

/** Whole minutes, so that an unchanged page keeps its ETag. */
const toMinute = (at: Date) => new Date(at.getTime() - (at.getTime() % minuteMs))

/** Nothing has changed since the latest change of any ranking. */
const newest = (rows: LeaderboardRow[]) => rows[0]?.newestAt ?? new Date(0)

const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** An order that has reached its end stays there. */
function createNextCursor(
  page: Record<Order, LeaderboardRow[]>,
  cursor: Omit<LeaderboardCursor, 'after'> & Partial<LeaderboardCursor>,
): string | null {
  const best = toPosition(page.best.at(-1)) ?? cursor.after?.best
  const worst = toPosition(page.worst.at(-1)) ?? cursor.after?.worst
  return best && worst ? encodeLeaderboardCursor({ ...cursor, after: { best, worst } }) : null
}

const toPosition = (row: LeaderboardRow | undefined): EntryPosition | undefined =>
  row && { aggregateX100: row.aggregateX100, place: row.place, at: row.createdAt, id: row.scoreId }

const toBoardEntry = (row: LeaderboardRow, config: Pick<Config, 'chainId'>): BoardEntry => ({
  scoreId: row.scoreId,
  chainId: row.chainId ?? config.chainId,
  ...toScoreFields(row),
  outcome: row.outcome,
  warnings: row.warnings,
  isCopy: row.isCopy,
})
