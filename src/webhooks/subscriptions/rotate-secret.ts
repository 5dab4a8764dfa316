import { dayMs } from '../../../contract/durations.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { SubscriptionId, lockSubscriptionOrThrow, readOwned } from './owned-subscription.ts'
import { NewSecret, RotatedSecret } from '../../../contract/schemas/webhook.ts'
import { decrypts, encryptSecret } from './encrypt-secret.ts'
import { findRotation, updateSecret } from './secret-store.ts'
import { type Owned, announceSubscription } from './subscription-store.ts'

const overlapMs = dayMs

/** For 24 hours the previous secret is tried second (D65). Repeating the request changes nothing. */
export function rotateSecretRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(NewSecret),
    response: {
      200: response(RotatedSecret, 'The new secret signs from now on'),
      ...errorResponses(400, 401, 404, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks/:id/rotate-secret', { schema, config: { verbatim: ['secret'] } }, async (request, reply) =>
    reply.send(await rotateSecret(deps, readOwned(request), request.body.secret)),
  )
}

async function rotateSecret(deps: Deps, owned: Owned, secret: string) {
  const now = deps.clock.now()
  const previousUntil = await deps.db.transaction().execute(async (tx) => {
    const { format } = await lockSubscriptionOrThrow(tx, owned)
    const encrypted = encryptSecret(deps, { subscriptionId: owned.id, secret, format })
    const before = await findRotation(tx, owned.id)
    // A repeated request must not replace the secret that the receiver may still have.
    const isRepeated = decrypts(deps, { subscriptionId: owned.id, encrypted: before.secret, to: secret })
    if (isRepeated && before.previousUntil && before.previousUntil > now) return before.previousUntil
    const until = new Date(now.getTime() + overlapMs)
    await updateSecret(tx, { ...owned, secret: encrypted, previousUntil: until })
    await announceSubscription(tx, owned.id)
    return until
  })
  return { id: owned.id, previousUntil: previousUntil.toISOString() }
}
