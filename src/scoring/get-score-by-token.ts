import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { parseAddress } from '../platform/address.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { holds, sendJsonText, sendUnchanged } from '../platform/http/responses.ts'
import { serviceHeader } from '../platform/http/service-header.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { ScoreResult } from './schemas.ts'
import { tokenStandings } from './identity/standing.ts'
import { findSpeakingScore } from './shown/find-speaking-score.ts'
import { refuseHidden } from './takedown/refuse-hidden.ts'

/** GET /api/v1/score/:tokenAddress: the score of a token's contract, and the standing of its submitter. */
export function getScoreByTokenRoute(app: App, { reads, config }: Pick<Deps, 'reads' | 'config'>) {
  const header = serviceHeader(config.serviceName, 'Standing')
  const headers = { [header]: StandingHeader }
  const schema = {
    operationId: 'getScoreByToken',
    summary: 'Fetch the score of a token contract',
    description:
      'Returns the newest score of the first class that has one: bound to the contract, enrolled by the wallet that deployed or owns it, enrolled by any creator, not enrolled. Scores under a prompt version that was not the active one at the time do not count. Responds with 451 if the operator has taken down the score of the first class, when that is one of the first two, or all scores of the token.',
    tags: ['public'],
    params: Type.Object({ tokenAddress: Type.String({ description: 'The address of the token contract' }) }),
    response: {
      200: { ...response(ScoreResult, 'The record'), headers },
      304: { ...unchanged, headers },
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/api/v1/score/:tokenAddress', { schema }, async (request, reply) => {
    const { id, body, standing } = await getScoreByToken(reads, request.params.tokenAddress)
    const etag = `"${id}"`
    reply.header('etag', etag).header('cache-control', 'public, max-age=15').header(header, standing)
    return holds(request, etag) ? sendUnchanged(request, reply) : sendJsonText(reply, body)
  })
}

const StandingHeader = Type.Enum([...tokenStandings], {
  type: 'string',
  description:
    'How this score relates to the contract. `bound`: the creator bound the token to the launch, and the chain proved it; `deployer`: the creator enrolled the submission, and the providers report the creator’s wallet as the deployer or owner of the contract; `signed`: the creator enrolled the submission; `unsigned`: nobody enrolled the submission',
})

async function getScoreByToken(db: Deps['reads'], tokenAddress: string) {
  const result = parseAddress(tokenAddress)
  if ('fault' in result) throw badField('tokenAddress', result.fault)
  const found = await findSpeakingScore(db, result.address)
  if (!found) throw new ApiError('not_found', 'No score found for this token contract.')
  refuseHidden(found.hiddenReason)
  return found
}
