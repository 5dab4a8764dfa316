import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { ScoreId } from '../../../contract/schemas/score.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { findSubject } from '../store.ts'
import { toAppealResponse } from './appeal-response.ts'
import { findAppealOf } from './appeal-store.ts'
import { Appeal } from '../../../contract/schemas/appeal.ts'

export function getAppealRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getAppeal',
    summary: 'Fetch the appeal against a score',
    tags: ['enrollment'],
    params: ScoreId,
    response: { 200: response(Appeal, 'The appeal'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/score/:id/appeal', { schema, onSend: setEtag }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const subject = await findSubject(reads, scoreId)
    refuseHidden(subject?.hiddenReason)
    const appeal = await findAppealOf(reads, scoreId)
    if (!appeal) throw new ApiError('not_found', 'There is no appeal against this score.')
    reply.header('cache-control', 'no-cache')
    return toAppealResponse(appeal)
  })
}
