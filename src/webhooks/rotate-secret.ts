import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { namedIn, orNotFound, SubscriptionId } from './known-subscription.ts'
import { NewSecret, RotatedSecret } from './schemas.ts'
import { sealFor } from './sealed.ts'
import { type Owned, findSubscription, updateSecret } from './subscription-store.ts'

const overlapMs = 24 * 3_600_000

type RotateDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>

/** POST /v1/webhooks/:id/rotate-secret: signs with a new secret, and for 24 hours with the one before too (D45). */
export function rotateSecretRoute(app: App, deps: RotateDeps) {
  const schema = {
    operationId: 'rotateWebhookSecret',
    summary: 'Give a subscription a new secret',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(NewSecret),
    response: {
      200: answer(RotatedSecret, 'Both secrets sign for 24 hours'),
      ...errorAnswers(400, 401, 404, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks/:id/rotate-secret', { schema, config: { verbatim: ['secret'] } }, async (request, reply) =>
    reply.send(await rotateSecret(deps, namedIn(request), request.body.secret)),
  )
}

async function rotateSecret(deps: RotateDeps, owned: Owned, secret: string) {
  orNotFound(await findSubscription(deps.db, owned))
  const sealed = sealFor(deps, owned.id, secret)
  const previousUntil = new Date(deps.clock.now().getTime() + overlapMs)
  orNotFound(await updateSecret(deps.db, { ...owned, secret: sealed, previousUntil }))
  return { id: owned.id, previousUntil: previousUntil.toISOString() }
}
