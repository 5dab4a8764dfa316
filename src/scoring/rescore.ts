import { Type } from 'typebox'
import { nullable } from '../../contract/schema.ts'
import { ScoreId, ScoreResult } from '../../contract/schemas/score.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { IdempotencyHeaders } from '../platform/http/headers.ts'
import { startDeadline } from '../platform/http/responses.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import type { PromptVersion } from '../signals/judge/prompts.ts'
import { admitScoring } from './admission.ts'
import { type CreatedScore, createScore, type ScoringCall } from './create-score.ts'
import { createUnpublishedError } from './drafts.ts'
import { sendCreated, withIdempotencyKey } from './idempotency.ts'
import { findUnserving } from './served-chain.ts'
import { findStoredSubmission, isSignedScore, type Owner } from './store.ts'
import { refuseHidden } from './visibility.ts'

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

export function rescoreRoute(app: App, deps: Deps) {
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
  const config = { takesPublishableKeys: true, isScoring: true }
  app.post('/v1/score/:id/rescore', { schema, config }, async (request, reply) => {
    const prompt = await findPrompt(deps, request.body?.promptVersion)
    const signal = startDeadline(reply, deps.config.scoreDeadlineMs)
    const scoreId = request.params.id.toLowerCase()
    const outcome = await withIdempotencyKey(deps, { request, signal }, async (key) => {
      const trust = (await isSignedScore(deps.db, scoreId)) ? 'enrolled' : 'anonymous'
      return admitScoring(deps, { request, reply, signal, trust }, (model) =>
        rescore({ ...deps, model }, { scoreId, ...prompt, owner: request.caller.key }, { signal, key }),
      )
    })
    return sendCreated(reply, outcome)
  })
}

async function findPrompt({ activePrompt, versions }: Deps, version: string | undefined): Promise<ChosenPrompt> {
  const active = await activePrompt()
  const prompt = version === undefined ? active : versions.find(version)
  if (!prompt) throw badField('promptVersion', 'is not a prompt version of this service')
  return { prompt, isCurrent: prompt.id === active.id }
}

interface ChosenPrompt {
  prompt: PromptVersion
  isCurrent: boolean
}

interface RescoreRequest extends ChosenPrompt {
  scoreId: string
  owner: Owner | null
  measurement?: string
}

/** Scores a stored submission again with the stored image. The earlier record stays. */
async function rescore(
  deps: Deps,
  { scoreId, owner, measurement, ...chosen }: RescoreRequest,
  call: ScoringCall,
): Promise<CreatedScore> {
  const stored = await findStoredSubmission(deps.db, scoreId)
  if (!stored) throw await createUnpublishedError(deps, scoreId)
  const { submission, image, creatorProof, isTest, hiddenReason, ...rest } = stored
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
  const { chainId } = submission
  if (chainId !== undefined && !deps.chains.has(chainId))
    throw new ApiError(
      'conflict',
      `This launch is on chain ${chainId}, on which this service no longer scores launches.`,
    )
  const unserving = await findUnserving(deps, chainId, call.signal)
  if (unserving !== null)
    throw new ApiError('conflict', `This launch is on chain ${chainId}, which ${unserving} does not serve.`)
  const usesNewSamples = measurement !== undefined
  const replay = { ...rest, image, rescoredFrom: scoreId, measurement: measurement ?? rest.measurement, usesNewSamples }
  return createScore(deps, { submission, proven: { proof: creatorProof }, ...chosen, owner, replay }, call)
}

/**
 * Scores a stored submission with new samples, stored under the name `measurement`. Later replays use them too, so that
 * they don't bring the earlier number back (D19).
 */
export async function rescoreWithNewSamples(
  deps: Deps,
  { scoreId, measurement }: { scoreId: string; measurement: string },
  call: ScoringCall,
): Promise<CreatedScore> {
  const request = { scoreId, prompt: await deps.activePrompt(), isCurrent: true, owner: null, measurement }
  return deps.scorings.run(() => rescore(deps, request, call), { signal: call.signal })
}

export async function rescoreBound(deps: Deps, scoreId: string, call: ScoringCall): Promise<CreatedScore> {
  const request = { scoreId, prompt: await deps.activePrompt(), isCurrent: true, owner: null }
  return deps.scorings.run(() => rescore(deps, request, call), { signal: call.signal })
}
