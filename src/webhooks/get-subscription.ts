import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { SubscriptionId, answeredSubscription, namedIn, orNotFound } from './known-subscription.ts'
import { Subscription } from './schemas.ts'
import { findSubscription } from './subscription-store.ts'

/** GET /v1/webhooks/:id: one of the caller's subscriptions. */
export function getSubscriptionRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getWebhook',
    summary: 'One subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 200: answer(Subscription, 'The subscription'), ...errorAnswers(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id', { schema }, async (request, reply) =>
    reply.send(answeredSubscription(orNotFound(await findSubscription(reads, namedIn(request))))),
  )
}
