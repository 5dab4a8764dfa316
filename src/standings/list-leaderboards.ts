import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { activePrompt } from '../judge/prompts.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { checkLimit } from '../platform/paging.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { type Place, type Side, type Walk, decodeWalk, encodeWalk, walkPattern } from './board-cursor.ts'
import { type BoardRow, listBoardRows } from './board-store.ts'
import { boardEntry } from './board-entry.ts'
import { Leaderboards } from './schemas.ts'
import { boardWindows, startOf } from './windows.ts'

/** What a board is asked for by. */
export const BoardQuery = Type.Object({
  window: Type.Optional(Type.Enum([...boardWindows], { description: 'Age of the scores; 24h when absent' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'How many a side at most, 1 to 50; 10 when absent' }),
  ),
  cursor: Type.Optional(
    Type.String({ pattern: walkPattern, description: 'the `nextCursor` of an answer of the same window, unchanged' }),
  ),
})

/** GET /api/v1/leaderboards: the best and the worst submissions by their newest final score. */
export function listLeaderboardsRoute(app: App, deps: Pick<Deps, 'reads' | 'clock'>) {
  const schema = {
    operationId: 'listLeaderboards',
    summary: 'Best and worst scores of a window',
    tags: ['public'],
    querystring: BoardQuery,
    response: { 200: answer(Leaderboards, 'Both sides, the ends first'), 304: unchanged, ...errorAnswers(400, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: tagAnswer }
  app.get('/api/v1/leaderboards', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return listLeaderboards(deps, boardRequest(request.query))
  })
}

/** What a board's query asks for. Throws `bad_request` on a cursor that no answer held. */
export function boardRequest({ window = '24h', limit = 10, cursor }: Static<typeof BoardQuery>): BoardPage {
  return { window, limit, walk: cursor === undefined ? null : decodeWalk(cursor, window) }
}

interface BoardPage extends Pick<Walk, 'window'> {
  limit: number
  /** Null on the first page. */
  walk: Walk | null
}

/**
 * A page of both sides (D32). Whoever walks on is shown the board as the first page found it: every submission that was
 * on it once, whatever is scored meanwhile.
 */
export async function listLeaderboards(
  { reads, clock }: Pick<Deps, 'reads' | 'clock'>,
  { window, limit, walk: given }: BoardPage,
): Promise<Leaderboards> {
  const now = clock.now()
  const walk = given && shortened(given, now)
  const { end, asOf, after } = walk ?? { end: now, asOf: null, after: null }
  const since = startOf(window, end)
  const rows = await listBoardRows(reads, { cohort: activePrompt(), window, since, asOf, count: limit + 1, after })
  const side = (name: Side) => rows.filter((row) => row.side === name)
  const [best, worst] = [side('best').slice(0, limit), side('worst').slice(0, limit)]
  const isEnd = rows.length === best.length + worst.length
  return {
    window,
    limit,
    best: best.map(boardEntry),
    worst: worst.map(boardEntry),
    bestCount: best.length,
    worstCount: worst.length,
    nextCursor: isEnd ? null : cursorBehind({ best, worst }, walk ?? { window, end, asOf: newest(now, rows) }),
  }
}

const longestWalkMs = 3600 * 1000

/** A walk of more than an hour is shown later boards, so that no cursor makes a page dear. */
function shortened({ end, asOf, ...walk }: Walk, now: Date): Walk {
  const earliest = new Date(now.getTime() - longestWalkMs)
  return { ...walk, end: earlier(later(end, earliest), now), asOf: later(asOf, earliest) }
}

/** Another replica's clock may be ahead of this one's. */
const newest = (now: Date, rows: BoardRow[]) => rows.reduce((at, { newestAt }) => later(at, newestAt), now)

const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** A side that has come to its end stays there. */
function cursorBehind(page: Record<Side, BoardRow[]>, walk: Omit<Walk, 'after'> & Partial<Walk>): string | null {
  const best = placeOf(page.best.at(-1)) ?? walk.after?.best
  const worst = placeOf(page.worst.at(-1)) ?? walk.after?.worst
  return best && worst ? encodeWalk({ ...walk, after: { best, worst } }) : null
}

const placeOf = (row: BoardRow | undefined): Place | undefined =>
  row && { aggregateX100: row.aggregateX100, at: row.createdAt, id: row.scoreId }
