import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { errorResponses, response } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { ScoreId } from '../../../contract/schemas/score.ts'
import { MessageToSign } from '../../../contract/schemas/signature.ts'
import { buildAppealMessage } from './appeal-message.ts'
import { requireOwnScore } from './appealed-score.ts'
import { normaliseAppeal } from './normalise-appeal.ts'
import { AppealDraft } from '../../../contract/schemas/appeal.ts'

export function getAppealMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getAppealMessage',
    summary: 'Fetch the text to sign for an appeal',
    tags: ['enrollment'],
    params: ScoreId,
    body: ref(AppealDraft),
    response: {
      200: response(MessageToSign, 'The six lines to sign'),
      ...errorResponses(400, 404, 409, 413, 415, 451, 500),
    },
  }
  app.post('/v1/score/:id/appeal/message', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const appeal = normaliseAppeal(request.body, deps.clock.now())
    await requireOwnScore(deps.reads, { scoreId, ...appeal })
    const { serviceName, enrollmentDomain: domain } = deps.config
    return reply.send({ message: buildAppealMessage({ ...appeal, serviceName, scoreId, domain }) })
  })
}
