import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../../contract/address.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { createScoreNotFoundError } from '../scoring/shown/create-score-not-found-error.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { MessageToSign } from '../../contract/schemas/signature.ts'
import { buildEnrollmentMessage } from './message.ts'
import { MessageQuery } from '../../contract/schemas/enrollment.ts'
import { findSubject } from './store.ts'

export function getEnrollmentMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getEnrollmentMessage',
    summary: 'Fetch the message to sign for an enrollment',
    tags: ['enrollment'],
    querystring: MessageQuery,
    response: {
      200: response(MessageToSign, 'The four lines to sign'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/v1/enroll/message', { schema, onSend: setEtag }, async (request, reply) => {
    const { scoreRequestId, creatorAddress } = request.query
    const message = await getEnrollmentMessage(deps, { scoreId: scoreRequestId.toLowerCase(), creatorAddress })
    reply.header('cache-control', 'public, max-age=15')
    return { message }
  })
}

async function getEnrollmentMessage(
  { reads, config }: Deps,
  { scoreId, creatorAddress }: { scoreId: string; creatorAddress: string },
): Promise<string> {
  const creator = parseAddress(creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  const subject = await findSubject(reads, scoreId)
  if (!subject) throw createScoreNotFoundError()
  refuseHidden(subject.hiddenReason)
  const { serviceName, enrollmentDomain } = config
  return buildEnrollmentMessage({
    serviceName,
    scoreId,
    creatorAddress: toChecksumAddress(creator.address),
    domain: enrollmentDomain,
  })
}
