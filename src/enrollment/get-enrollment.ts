import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { answeredEnrollment } from './answered-enrollment.ts'
import { EnrolledScore, Enrollment } from './schemas.ts'
import { findEnrollment } from './store.ts'

/** GET /v1/enrollment/:scoreId: who enrolled a score, and when it is to launch. */
export function getEnrollmentRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getEnrollment',
    summary: 'Fetch the enrollment of a score',
    tags: ['enrollment'],
    params: EnrolledScore,
    response: { 200: answer(Enrollment, 'The enrollment'), 304: unchanged, ...errorAnswers(400, 404, 500) },
  }
  app.get('/v1/enrollment/:scoreId', { schema, onSend: tagAnswer }, async (request, reply) => {
    const found = await findEnrollment(reads, request.params.scoreId.toLowerCase())
    if (!found) throw new ApiError('not_found', 'No creator has enrolled a score with this id.')
    reply.header('cache-control', 'public, max-age=5')
    return answeredEnrollment(found)
  })
}
