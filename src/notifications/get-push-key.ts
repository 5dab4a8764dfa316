import type { Deps } from '../deps.ts'
import { knownLaunch } from '../launches/known-launch.ts'
import { LaunchId } from '../launches/schemas.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { PushKey } from './schemas.ts'

/** GET /v1/launch/:id/subscriptions/key: the key with which a browser subscribes. */
export function getPushKeyRoute(app: App, { reads, config }: Pick<Deps, 'reads' | 'config'>) {
  const schema = {
    operationId: 'getPushKey',
    summary: 'The key to subscribe with',
    tags: ['launches'],
    params: LaunchId,
    response: {
      200: answer(PushKey, 'The service’s public VAPID key'),
      304: unchanged,
      ...errorAnswers(400, 404, 500, 503),
    },
  }
  app.get('/v1/launch/:id/subscriptions/key', { schema, onSend: tagAnswer }, async (request, reply) => {
    const publicKey = pushKeyOf(config)
    await knownLaunch(reads, request.params.id)
    reply.header('cache-control', 'public, max-age=60')
    return { publicKey }
  })
}

/** Throws 503 `not_configured` where web push isn't. */
export function pushKeyOf({ notify }: Pick<Deps['config'], 'notify'>): string {
  if (notify.vapid) return notify.vapid.publicKey
  throw new ApiError(
    'not_configured',
    'Web push is not configured here: set NOTIFY_VAPID_PUBLIC and NOTIFY_VAPID_PRIVATE.',
  )
}
