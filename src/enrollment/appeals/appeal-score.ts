import type { Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { startDeadline } from '../../platform/http/responses.ts'
import { errorResponses, response } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { ScoreId } from '../../../contract/schemas/score.ts'
import { keepShown } from '../../scoring/takedown/refuse-hidden.ts'
import { limitChain } from '../../scoring/wallets/limit-chain.ts'
import { createBadSignatureError, verifySignature } from '../../scoring/wallets/verify-signature.ts'
import { buildAppealMessage } from './appeal-message.ts'
import { toAppealResponse } from './appeal-response.ts'
import { findAppealOf, insertAppeal } from './appeal-store.ts'
import { requireOwnScore } from './appealed-score.ts'
import { normaliseAppeal } from './normalise-appeal.ts'
import { Appeal, AppealRequest } from '../../../contract/schemas/appeal.ts'

export function appealScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'appealScore',
    summary: 'Appeal against a score with a signed message',
    tags: ['enrollment'],
    params: ScoreId,
    body: ref(AppealRequest),
    response: {
      201: response(Appeal, 'The open appeal'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 451, 500, 502),
    },
  }
  app.post('/v1/score/:id/appeal', { schema }, async (request, reply) => {
    const scoreId = request.params.id.toLowerCase()
    const signal = startDeadline(reply, deps.config.signatureDeadlineMs)
    const chain = limitChain(deps, request, reply)
    const appeal = await appealScore({ ...deps, chain }, { scoreId, body: request.body }, signal)
    return reply.code(201).header('location', `/v1/score/${scoreId}/appeal`).send(appeal)
  })
}

/** Only the first appeal against a score counts. */
async function appealScore(
  deps: Deps,
  { scoreId, body }: { scoreId: string; body: Static<typeof AppealRequest> },
  signal: AbortSignal,
): Promise<Appeal> {
  const { config, db, clock, random } = deps
  const { signature } = body
  const appeal = normaliseAppeal(body, clock.now())
  // Checked before the signature, so that other wallets can't trigger requests to the node.
  const { submissionId } = await requireOwnScore(db, { scoreId, ...appeal })
  if (await findAppealOf(db, scoreId)) throw createAlreadyAppealedError()
  const { serviceName, enrollmentDomain: domain } = config
  const message = buildAppealMessage({ ...appeal, serviceName, scoreId, domain })
  const verified = await verifySignature(deps.chain, { address: appeal.creatorAddress, message, signature }, signal)
  if ('refused' in verified) throw createBadSignatureError(deps, { address: appeal.creatorAddress, refusal: verified })
  const row = { id: random.uuid(), scoreId, ...appeal, message, signature, verified, appealedAt: clock.now() }
  return db.transaction().execute(async (tx) => {
    await keepShown(tx, submissionId)
    const isFirst = await insertAppeal(tx, row)
    const stored = isFirst ? await findAppealOf(tx, scoreId) : undefined
    if (!stored) throw createAlreadyAppealedError()
    return toAppealResponse(stored)
  })
}

const createAlreadyAppealedError = () =>
  new ApiError('conflict', 'This score already has an appeal. A score can have only one.')
