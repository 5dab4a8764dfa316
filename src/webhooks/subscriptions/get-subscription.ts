import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { SubscriptionId, getSubscriptionOrThrow, readOwned, toSubscriptionResponse } from './owned-subscription.ts'
import { WebhookSubscription } from '../../../contract/schemas/webhook.ts'

export function getSubscriptionRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'getWebhook',
    summary: 'Fetch a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 200: response(WebhookSubscription, 'The subscription'), ...errorResponses(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id', { schema }, async (request, reply) =>
    reply.send(toSubscriptionResponse(await getSubscriptionOrThrow(reads, readOwned(request)), clock.now())),
  )
}
