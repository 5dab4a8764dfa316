import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { toEnrollmentResponse } from './enrollment-response.ts'
import { EnrolledScore, Enrollment } from '../../contract/schemas/enrollment.ts'
import { findEnrollment } from './store.ts'

export function getEnrollmentRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getEnrollment',
    summary: 'Fetch the enrollment of a score',
    tags: ['enrollment'],
    params: EnrolledScore,
    response: { 200: response(Enrollment, 'The enrollment'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/enrollment/:scoreId', { schema, onSend: setEtag }, async (request, reply) => {
    const found = await findEnrollment(reads, request.params.scoreId.toLowerCase())
    if (!found) throw new ApiError('not_found', 'No creator has enrolled a score with this id.')
    refuseHidden(found.hiddenReason)
    reply.header('cache-control', 'public, max-age=5')
    return toEnrollmentResponse(found)
  })
}
