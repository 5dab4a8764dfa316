import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { deadlineOf } from '../platform/http-answers.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { type PromptVersion, activePrompt, loadPrompt } from '../judge/prompts.ts'
import { type RecordDeps, recordScore } from './record-score.ts'
import { ScoreId, ScoreResult } from './schemas.ts'
import { IdempotencyHeaders, type Once, scoreOnce, sendScored } from './score-once.ts'
import { findReplay } from './store.ts'

const Body = nullable(
  Type.Object(
    {
      promptVersion: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'An older prompt version, `<name>@<semver>`; the active one when absent',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

/** POST /v1/score/:id/rescore: replays a stored submission. */
export function rescoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'rescore',
    summary: 'Replay a stored submission as a new score',
    tags: ['scoring'],
    params: ScoreId,
    headers: IdempotencyHeaders,
    body: Body,
    response: {
      200: answer(ScoreResult, 'The record that this Idempotency-Key made before'),
      201: answer(ScoreResult, 'The new record'),
      ...errorAnswers(400, 404, 409, 413, 415, 500, 502),
    },
  }
  app.post('/v1/score/:id/rescore', { schema }, async (request, reply) => {
    const prompt = promptOf(request.body?.promptVersion)
    const signal = deadlineOf(reply, deps.config.scoreDeadlineMs)
    const scoreId = request.params.id.toLowerCase()
    const scored = await scoreOnce(deps, { request, signal }, (once) => rescore(deps, { scoreId, prompt }, once))
    return sendScored(reply, scored)
  })
}

function promptOf(version: string | undefined): PromptVersion {
  const prompt = version === undefined ? activePrompt() : loadPrompt(version)
  if (!prompt) throw badField('promptVersion', 'is not a prompt version of this service')
  return prompt
}

/** Scores a stored submission anew, with the stored picture: a new record; the old one stays as it is (D19). */
export async function rescore(
  deps: RecordDeps,
  { scoreId, prompt }: { scoreId: string; prompt: PromptVersion },
  once: Once,
) {
  const replay = await findReplay(deps.db, scoreId)
  if (!replay) throw new ApiError('not_found', 'There is no score with this id.')
  const { submissionId, submission, picture } = replay
  const subject = {
    submission,
    takePicture: () => Promise.resolve(picture),
    prompt,
    rescoredFrom: scoreId,
    submissionId,
    isNew: null,
  }
  return recordScore(deps, subject, once)
}
