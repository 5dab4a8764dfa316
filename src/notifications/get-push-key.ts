import type { Deps } from '../deps.ts'
import { resolveLaunch } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { PushKey } from '../../contract/schemas/notification.ts'

export function getPushKeyRoute(app: App, { reads, config }: Deps) {
  const schema = {
    operationId: 'getPushKey',
    summary: 'Fetch the key for web push subscriptions',
    tags: ['launches'],
    params: LaunchId,
    response: {
      200: response(PushKey, 'The service’s public VAPID key'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500, 503),
    },
  }
  app.get('/v1/launch/:id/subscriptions/key', { schema, onSend: setEtag }, async (request, reply) => {
    const publicKey = getPushKey(config)
    await resolveLaunch(reads, request.params.id)
    reply.header('cache-control', 'public, max-age=60')
    return { publicKey }
  })
}

/** Throws 503 `not_configured` without a VAPID key. */
export function getPushKey({ notify }: Pick<Deps['config'], 'notify'>): string {
  if (notify.vapid) return notify.vapid.publicKey
  throw new ApiError('not_configured', 'Web push is not configured: set NOTIFY_VAPID_PUBLIC and NOTIFY_VAPID_PRIVATE.')
}
