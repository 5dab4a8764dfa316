import type { Deps } from '../deps.ts'
import { parseAddress, toChecksumAddress } from '../platform/address.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { enrollmentMessage } from './message.ts'
import { MessageQuery, MessageToSign } from './schemas.ts'
import { findSubject } from './store.ts'

/** GET /v1/enroll/message: the text that a creator signs to enroll a score. */
export function getEnrollmentMessageRoute(app: App, deps: Pick<Deps, 'reads' | 'config'>) {
  const schema = {
    operationId: 'getEnrollmentMessage',
    summary: 'The message to sign for an enrollment',
    tags: ['enrollment'],
    querystring: MessageQuery,
    response: { 200: answer(MessageToSign, 'The four lines to sign'), 304: unchanged, ...errorAnswers(400, 404, 500) },
  }
  app.get('/v1/enroll/message', { schema, onSend: tagAnswer }, async (request, reply) => {
    const { scoreRequestId, creatorAddress } = request.query
    const message = await getEnrollmentMessage(deps, { scoreId: scoreRequestId.toLowerCase(), creatorAddress })
    reply.header('cache-control', 'public, max-age=15')
    return { message }
  })
}

/** The message over an existing score, with the address in EIP-55 form: nobody signs for a score that isn't there. */
export async function getEnrollmentMessage(
  { reads, config }: Pick<Deps, 'reads' | 'config'>,
  { scoreId, creatorAddress }: { scoreId: string; creatorAddress: string },
): Promise<string> {
  const creator = parseAddress(creatorAddress)
  if ('fault' in creator) throw badField('creatorAddress', creator.fault)
  if (!(await findSubject(reads, scoreId))) throw new ApiError('not_found', 'There is no score with this id.')
  const { serviceName, enrollmentDomain } = config
  return enrollmentMessage({
    serviceName,
    scoreId,
    creatorAddress: toChecksumAddress(creator.address),
    domain: enrollmentDomain,
  })
}
