import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { type PageRequest, checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import type { Band } from '../scoring/schemas.ts'
import { launchItem } from './launch-item.ts'
import { LaunchList } from './schemas.ts'
import { listLaunchRows } from './store.ts'

/** What the list is asked for by. */
export const LaunchQuery = Type.Object({
  band: Type.Optional(Type.Enum(['green', 'amber', 'red'], { description: 'Launches of this band only' })),
  ...pageQuery,
})

/** GET /api/v1/launches: enrolled launches, newest first. */
export function listLaunchesRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'listLaunches',
    summary: 'Recent enrolled launches',
    tags: ['public'],
    querystring: LaunchQuery,
    response: { 200: answer(LaunchList, 'Newest first'), 304: unchanged, ...errorAnswers(400, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: tagAnswer }
  app.get('/api/v1/launches', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return listLaunches(reads, { ...pageRequest(request.query), band: request.query.band })
  })
}

/** A page of the list; whoever walks it sees every launch that was there at the start once, whatever comes meanwhile. */
export async function listLaunches(
  db: Deps['reads'],
  request: PageRequest & { band: Band | undefined },
): Promise<LaunchList> {
  const rows = await listLaunchRows(db, request)
  const { page, nextCursor } = pageOf(rows, request.limit, (row) => ({ at: row.enrolledAt, id: row.enrollmentId }))
  return { launches: page.map(launchItem), limit: request.limit, nextCursor }
}
