import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { getHolderKey } from '../../keys/guard.ts'
import type { App } from '../../platform/http/app.ts'
import { checkLimit, toPage, pageQuery, pageRequest } from '../../platform/http/paging.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { toSubscriptionResponse } from './owned-subscription.ts'
import { WebhookSubscriptions } from '../../../contract/schemas/webhook.ts'
import { listSubscriptions } from './subscription-store.ts'

export function listSubscriptionsRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'listWebhooks',
    summary: 'List your subscriptions',
    tags: ['webhooks'],
    querystring: Type.Object(pageQuery),
    response: { 200: response(WebhookSubscriptions, 'Newest first'), ...errorResponses(400, 401, 500) },
  }
  app.get('/v1/webhooks', { schema, preValidation: checkLimit }, async (request, reply) => {
    const { limit, after } = pageRequest(request.query)
    const { rootId: ownerId } = getHolderKey(request)
    const now = clock.now()
    const rows = await listSubscriptions(reads, { ownerId, after, limit: limit + 1 })
    const { page, nextCursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    return reply.send({ webhooks: page.map((row) => toSubscriptionResponse(row, now)), limit, nextCursor })
  })
}
