import { type Static, Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { ApiError, badFields } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { errorResponses, response } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { checkImageUrl } from '../fetch-image.ts'
import { normaliseSubmission } from '../normalise-submission.ts'
import { ScoreSubmission } from '../../../contract/schemas/score.ts'
import { MessageToSign } from '../../../contract/schemas/signature.ts'
import { buildSubmissionMessage } from './submission-message.ts'

const Body = Type.Object(
  { submission: ref(ScoreSubmission) },
  {
    additionalProperties: false,
    description: 'The submission as POST /v1/score will carry it. A `creatorSignature` in it is ignored',
  },
)

export function getSubmissionMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getSubmissionMessage',
    summary: 'Fetch the message to sign for a submission',
    tags: ['scoring'],
    body: Body,
    response: {
      200: response(MessageToSign, 'The four lines to sign'),
      ...errorResponses(400, 413, 415, 500),
    },
  }
  app.post('/v1/score/message', { schema }, async (request, reply) => {
    const submission = normalise(deps, request.body)
    const { serviceName, enrollmentDomain: domain } = deps.config
    reply.header('cache-control', 'no-store')
    return { message: buildSubmissionMessage({ serviceName, submission, domain }) }
  })
}

/** Faults name the fields of this body. */
function normalise(deps: Deps, { submission: given }: Static<typeof Body>) {
  try {
    const submission = normaliseSubmission(given, deps.config)
    checkImageUrl(deps, submission.imageUrl)
    return submission
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error
    throw badFields(error.details.map(({ path, message }) => ({ path: `submission.${path}`, message })))
  }
}
