import type { Deps } from '../../deps.ts'
import { resolveLaunch } from '../../enrollment/resolve-launch.ts'
import { LaunchId } from '../../../contract/schemas/enrollment.ts'
import { MessageToSign } from '../../../contract/schemas/signature.ts'
import { parseNonzeroAddress } from '../../../contract/address.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { buildTokenMessage } from '../message.ts'
import { toMessageFields } from './check-creator.ts'
import { TokenMessageQuery } from '../../../contract/schemas/token.ts'

/** GET /v1/launch/:id/token/message: the message that a creator signs to bind a token. */
export function getTokenMessageRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getTokenMessage',
    summary: 'Fetch the message to sign for binding a token',
    description:
      'Sign the text as it is with the wallet that enrolled the launch, and send it to `POST /v1/launch/{id}/token`.',
    tags: ['launches'],
    params: LaunchId,
    querystring: TokenMessageQuery,
    response: {
      200: response(MessageToSign, 'The six lines to sign'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/v1/launch/:id/token/message', { schema, onSend: setEtag }, async (request, reply) => {
    const message = await getTokenMessage(deps, request.params.id, request.query.tokenAddress)
    reply.header('cache-control', 'public, max-age=15')
    return { message }
  })
}

async function getTokenMessage({ reads, config }: Deps, id: string, tokenAddress: string): Promise<string> {
  const token = parseNonzeroAddress(tokenAddress)
  if ('fault' in token) throw badField('tokenAddress', token.fault)
  const launch = await resolveLaunch(reads, id.toLowerCase())
  return buildTokenMessage(toMessageFields(config, launch, token.address))
}
