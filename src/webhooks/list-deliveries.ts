import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, toPage, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { getRunningPause, toDeliveryResponse } from './delivery-response.ts'
import { SubscriptionId, getSubscriptionOrThrow, readOwned } from './subscriptions/owned-subscription.ts'
import { listDeliveries } from '../delivery/log-store.ts'
import { DeliveryStateName } from '../../contract/schemas/delivery.ts'
import { Deliveries } from '../../contract/schemas/webhook.ts'
import { idAt } from './subscriptions/subscription-store.ts'

export function listDeliveriesRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    querystring: Type.Object({ ...pageQuery, state: Type.Optional(DeliveryStateName) }),
    response: { 200: response(Deliveries, 'Newest first'), ...errorResponses(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id/deliveries', { schema, preValidation: checkLimit }, async (request, reply) => {
    const subscription = await getSubscriptionOrThrow(reads, readOwned(request))
    const { limit, after } = pageRequest(request.query)
    const now = clock.now()
    const rows = await listDeliveries(reads, {
      subscriptionId: request.params.id,
      state: request.query.state,
      beforeId: after && idAt('dlv', after),
      limit: limit + 1,
      now,
    })
    const { page, nextCursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    const pausedUntil = getRunningPause(subscription, now)
    const deliveries = page.map((row) => toDeliveryResponse(row, { active: subscription.active, pausedUntil }))
    return reply.send({ deliveries, pausedUntil: pausedUntil?.toISOString() ?? null, limit, nextCursor })
  })
}
