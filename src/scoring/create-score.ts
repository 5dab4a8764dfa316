import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { deadlineOf } from '../platform/http-answers.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { mentionedHandles } from '../signals/mentioned-handles.ts'
import { activePrompt } from '../judge/prompts.ts'
import type { Submission } from '../signals/schemas.ts'
import { normaliseSubmission } from './normalise-submission.ts'
import { type RecordDeps, recordScore } from './record-score.ts'
import { ScoreResult, ScoreSubmission } from './schemas.ts'
import { IdempotencyHeaders, type Once, scoreOnce, sendScored } from './score-once.ts'
import { checkImageUrl, takePicture } from './take-picture.ts'

/** POST /v1/score: scores a submission on six signals. */
export function createScoreRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'createScore',
    summary: 'Score a proposed launch',
    tags: ['scoring'],
    headers: IdempotencyHeaders,
    body: ref(ScoreSubmission),
    response: {
      200: answer(ScoreResult, 'The record that this Idempotency-Key made before'),
      201: answer(ScoreResult, 'The new record'),
      ...errorAnswers(400, 409, 413, 415, 500, 502),
    },
  }
  app.post('/v1/score', { schema }, async (request, reply) => {
    const submission = normaliseSubmission(request.body)
    checkImageUrl(deps.images, submission.imageUrl)
    const signal = deadlineOf(reply, deps.config.scoreDeadlineMs)
    const scored = await scoreOnce(deps, { request, signal }, (once) => createScore(deps, submission, once))
    return sendScored(reply, scored)
  })
}

/** Scores a submission: a stored record and its event, or nothing. */
export const createScore = (deps: RecordDeps & Pick<Deps, 'images'>, submission: Submission, once: Once) =>
  recordScore(
    deps,
    {
      submission,
      takePicture: () => takePicture(deps.images, submission.imageUrl, once.signal),
      prompt: activePrompt(),
      rescoredFrom: null,
      submissionId: deps.random.uuid(),
      isNew: { mentions: mentionedHandles(submission.description) },
    },
    once,
  )
