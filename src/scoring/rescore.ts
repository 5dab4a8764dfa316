import { Type } from 'typebox'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/http.ts'
import { IdempotencyHeaders } from '../platform/http/idempotency-header.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { response, errorResponses, nullable } from '../platform/http/schema.ts'
import { type PromptVersion, activePrompt, loadPrompt } from '../judge/prompts.ts'
import { admitScoring } from './admission/admit-scoring.ts'
import {
  type CreatedScore,
  type Owner,
  type RouteDeps,
  type ScoringCall,
  type ScoringDeps,
  createScore,
} from './create-score.ts'
import { sendCreated, withIdempotencyKey } from './idempotency/with-idempotency-key.ts'
import { ScoreId, ScoreResult } from './schemas.ts'
import { findStoredSubmission } from './store.ts'
import { refuseHidden } from './takedown/refuse-hidden.ts'

const Body = nullable(
  Type.Object(
    {
      promptVersion: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'An older prompt version, `<name>@<semver>`; defaults to the active one',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** POST /v1/score/:id/rescore: replays a stored submission. */
export function rescoreRoute(app: App, deps: RouteDeps) {
  const schema = {
    operationId: 'rescore',
    summary: 'Replay a stored submission as a new score',
    tags: ['scoring'],
    params: ScoreId,
    headers: IdempotencyHeaders,
    body: Body,
    response: {
      200: response(ScoreResult, 'The record that an earlier request with this Idempotency-Key made'),
      201: response(ScoreResult, 'The new record'),
      ...errorResponses(400, 404, 409, 413, 415, 451, 500, 502, 503),
    },
  }
  app.post('/v1/score/:id/rescore', { schema }, async (request, reply) => {
    const prompt = findPrompt(request.body?.promptVersion)
    const signal = startDeadline(reply, deps.config.scoreDeadlineMs)
    const scoreId = request.params.id.toLowerCase()
    const outcome = await withIdempotencyKey(deps, { request, signal }, (key) =>
      admitScoring(deps, { request, reply, signal }, (model) =>
        rescore({ ...deps, model }, { scoreId, prompt, owner: request.caller.key }, { signal, key }),
      ),
    )
    return sendCreated(reply, outcome)
  })
}

function findPrompt(version: string | undefined): PromptVersion {
  const prompt = version === undefined ? activePrompt() : loadPrompt(version)
  if (!prompt) throw badField('promptVersion', 'is not a prompt version of this service')
  return prompt
}

/** Scores a stored submission again, with the stored image. The result is a new record; the earlier one stays as it is. */
async function rescore(
  deps: ScoringDeps,
  { scoreId, prompt, owner }: { scoreId: string; prompt: PromptVersion; owner: Owner | null },
  call: ScoringCall,
): Promise<CreatedScore> {
  const stored = await findStoredSubmission(deps.db, scoreId)
  if (!stored) throw new ApiError('not_found', 'There is no score with this id.')
  const { submission, image, isTest, hiddenReason, ...rest } = stored
  refuseHidden(hiddenReason)
  if (isTest && !owner?.isTest)
    throw new ApiError(
      'conflict',
      'This record was made with a test key. Send the submission to POST /v1/score instead.',
    )
  if (!image)
    throw new ApiError(
      'conflict',
      'The image of this score was deleted while it was taken down. Submit the launch again.',
    )
  return createScore(deps, { submission, prompt, owner, replay: { ...rest, image, rescoredFrom: scoreId } }, call)
}
