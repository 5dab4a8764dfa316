import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../database/db.ts'
import { ApiError, badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { errorResponses, response } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { rescoreWithNewSamples } from '../../scoring/rescore.ts'
import { uuidPattern } from '../../../contract/uuid.ts'
import { toAdminAppeal } from './appeal-response.ts'
import { findAppeal, updateAnswer } from './appeal-store.ts'
import { normaliseLongText } from './normalise-appeal.ts'
import { AdminAppeal, AppealAnswer, type Ruling } from '../../../contract/schemas/appeal.ts'

const Params = Type.Object({
  id: Type.String({ format: 'uuid', pattern: uuidPattern, description: 'the id of an appeal' }),
})

export function answerAppealRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'answerAppeal',
    summary: 'Answer an appeal',
    tags: ['admin'],
    params: Params,
    body: ref(AppealAnswer),
    response: {
      200: response(AdminAppeal, 'The answered appeal'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502, 503),
    },
  }
  app.post('/v1/admin/appeals/:id/answer', { schema }, async (request, reply) => {
    const answer = normaliseLongText(request.body.answer)
    if ('fault' in answer) throw badField('answer', answer.fault)
    const { outcome, rescore = false } = request.body
    const given = { id: request.params.id.toLowerCase(), outcome, answer: answer.text }
    const answered = await answerAppeal(
      deps,
      { ...given, answeredBy: request.operator ?? 'admin', wantsRescore: rescore },
      startDeadline(reply, deps.config.scoreDeadlineMs),
    )
    request.log.info({ appeal: given.id, outcome, operator: request.operator }, 'appeal answered')
    return answered
  })
}

interface AppealDecision {
  id: string
  outcome: Ruling
  answer: string
  answeredBy: string
  wantsRescore: boolean
}

/** Stores the answer with the re-score's record, in one transaction. Only the first answer counts. */
async function answerAppeal(
  deps: Deps,
  { wantsRescore, ...answer }: AppealDecision,
  signal: AbortSignal,
): Promise<AdminAppeal> {
  const { db, clock } = deps
  const appeal = await findAppeal(db, answer.id)
  if (!appeal) throw new ApiError('not_found', 'There is no appeal with this id.')
  if (appeal.outcome !== null) throw createAlreadyAnsweredError()
  const settle = async (tx: Tx, rescoredAs: string | null) => {
    if (!(await updateAnswer(tx, { ...answer, answeredAt: clock.now(), rescoredAs })))
      throw createAlreadyAnsweredError()
  }
  if (wantsRescore)
    await rescoreWithNewSamples(
      deps,
      { scoreId: appeal.scoreId, measurement: `appeal:${appeal.id}` },
      { signal, key: { complete: settle } },
    )
  else await db.transaction().execute((tx) => settle(tx, null))
  const answered = await findAppeal(db, answer.id)
  if (!answered) throw new Error('an appeal is never deleted')
  return toAdminAppeal(answered)
}

const createAlreadyAnsweredError = () => new ApiError('conflict', 'This appeal has already been answered.')
