import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { holds, sendJsonText } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { ScoreId, ScoreResult } from './schemas.ts'
import { findScoreBody } from './store.ts'

/** GET /v1/score/:id: a score as it was first sent. */
export function getScoreRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getScore',
    summary: 'Fetch a score',
    tags: ['scoring'],
    params: ScoreId,
    response: {
      200: answer(ScoreResult, 'The record as it was first sent'),
      304: unchanged,
      ...errorAnswers(400, 404, 500),
    },
  }
  // a record never changes: what was read once needs no database again, nor to be encoded again
  const cache = new LRUCache<string, Buffer>({ maxSize: 64 * 1024 * 1024, sizeCalculation: (body) => body.length })
  const remember = async (id: string) => {
    const body = await getScore(reads, id)
    cache.set(id, body)
    return body
  }
  app.get('/v1/score/:id', { schema }, async (request, reply) => {
    const id = request.params.id.toLowerCase()
    const body = cache.get(id) ?? (await remember(id))
    const etag = `"${id}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=31536000, immutable')
    return holds(request, etag) ? reply.code(304).send() : sendJsonText(reply, body)
  })
}

async function getScore(db: Deps['reads'], id: string): Promise<Buffer> {
  const body = await findScoreBody(db, id)
  if (body === undefined) throw new ApiError('not_found', 'There is no score with this id.')
  return Buffer.from(body)
}
