import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { parseAddress } from '../platform/address.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { holds, sendJsonText } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { ScoreResult } from './schemas.ts'
import { findScoreByToken } from './store.ts'

/** GET /api/v1/score/:tokenAddress: the newest score of a token's contract. */
export function getScoreByTokenRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getScoreByToken',
    summary: 'Latest score of a token contract',
    tags: ['public'],
    params: Type.Object({ tokenAddress: Type.String({ description: 'The token’s contract address' }) }),
    response: { 200: answer(ScoreResult, 'The newest record'), 304: unchanged, ...errorAnswers(400, 404, 500) },
  }
  app.get('/api/v1/score/:tokenAddress', { schema }, async (request, reply) => {
    const { id, body } = await getScoreByToken(reads, request.params.tokenAddress)
    const etag = `"${id}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=15')
    return holds(request, etag) ? reply.code(304).send() : sendJsonText(reply, body)
  })
}

async function getScoreByToken(db: Deps['reads'], tokenAddress: string) {
  const result = parseAddress(tokenAddress)
  if ('fault' in result) throw badField('tokenAddress', result.fault)
  const found = await findScoreByToken(db, result.address)
  if (!found) throw new ApiError('not_found', 'No score speaks of this token contract.')
  return found
}
