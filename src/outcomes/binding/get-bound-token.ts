import type { Deps } from '../../deps.ts'
import { createLaunchNotFoundError } from '../../enrollment/resolve-launch.ts'
import { LaunchId } from '../../../contract/schemas/enrollment.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { setEtag } from '../../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../../platform/http/schema.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { TokenBinding } from '../../../contract/schemas/token.ts'
import { showBinding } from './show-binding.ts'
import { findBoundLaunch, findShownBinding } from './store.ts'

/** GET /v1/launch/:id/token: the token that a launch is bound to. */
export function getBoundTokenRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'getBoundToken',
    summary: 'Fetch the token of a launch',
    description: 'Returns the proven binding, or else the newest one, with its proofs and the outcomes of the token.',
    tags: ['launches'],
    params: LaunchId,
    response: {
      200: response(TokenBinding, 'The proven binding, or else the newest'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500),
    },
  }
  app.get('/v1/launch/:id/token', { schema, onSend: setEtag }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=15')
    return getBoundToken(reads, request.params.id.toLowerCase())
  })
}

async function getBoundToken(reads: Deps['reads'], id: string): Promise<TokenBinding> {
  const launch = await findBoundLaunch(reads, id)
  if (!launch) throw createLaunchNotFoundError()
  refuseHidden(launch.hiddenReason)
  const binding = await findShownBinding(reads, launch.submissionId)
  if (!binding) throw new ApiError('not_found', 'This launch is not bound to a token yet.')
  return (await showBinding(reads, { launch, binding })).shown
}
