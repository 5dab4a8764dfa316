import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { holds, sendJsonText, sendUnchanged } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { ScoreId, ScoreResult } from '../../contract/schemas/score.ts'
import { getShownBody } from './takedown/get-shown-body.ts'
import { createShownCache } from './takedown/shown-cache.ts'

export function getScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getScore',
    summary: 'Fetch a score',
    tags: ['scoring'],
    params: ScoreId,
    response: {
      200: response(ScoreResult, 'The record, byte for byte as it was first sent'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  // Records never change, so a cached body needs neither the database nor encoding.
  const cache = createShownCache<Buffer>(deps, { maxBytes: 64 * 1024 * 1024, getSize: (body) => body.length })
  app.get('/v1/score/:id', { schema }, async (request, reply) => {
    const id = request.params.id.toLowerCase()
    const body = await cache(id, () => getScore(deps.reads, id))
    const etag = `"${id}"`
    // A record can be taken down, which shared caches learn within the hour (D116).
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600')
    return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
  })
}

async function getScore(db: Deps['reads'], id: string): Promise<Buffer> {
  return Buffer.from(await getShownBody(db, id))
}
