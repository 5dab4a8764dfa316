import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { type PageRequest, checkLimit, toPage, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { type Band, bandFilter } from '../../contract/schemas/score.ts'
import { toLaunchItem } from './launch-item.ts'
import { LaunchList } from '../../contract/schemas/ranking.ts'
import { listLaunchRows } from './launch-store.ts'

export const LaunchQuery = Type.Object({
  band: bandFilter('Only launches in this band'),
  signed: Type.Optional(Type.Boolean({ description: 'Has no effect: this list has only enrolled launches' })),
  ...pageQuery,
})

export function listLaunchesRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listLaunches',
    summary: 'List recently enrolled launches',
    tags: ['public'],
    querystring: LaunchQuery,
    response: { 200: response(LaunchList, 'Newest first'), 304: unchanged, ...errorResponses(400, 500) },
  }
  const hooks = { preValidation: checkLimit, onSend: setEtag }
  app.get('/api/v1/launches', { schema, ...hooks }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=5')
    return listLaunches(reads, { ...pageRequest(request.query), band: request.query.band })
  })
}

/** Its cursors show every launch that was there at the start exactly once. */
export async function listLaunches(
  db: Deps['reads'],
  request: PageRequest & { band: Band | undefined },
): Promise<LaunchList> {
  const rows = await listLaunchRows(db, request)
  const { page, nextCursor } = toPage(rows, request.limit, (row) => ({ at: row.enrolledAt, id: row.enrollmentId }))
  return { launches: page.map(toLaunchItem), limit: request.limit, nextCursor }
}
