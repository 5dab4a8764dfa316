import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { answeredDelivery } from './answered-delivery.ts'
import { SubscriptionId, namedIn, orNotFound } from './known-subscription.ts'
import { listDeliveries } from './log-store.ts'
import { Deliveries, DeliveryStateName } from './schemas.ts'
import { findSubscription, idAt } from './subscription-store.ts'

/** GET /v1/webhooks/:id/deliveries: what was and is to be sent, with every attempt; the newest first. */
export function listDeliveriesRoute(app: App, { reads, clock }: Pick<Deps, 'reads' | 'clock'>) {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'The deliveries of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    querystring: Type.Object({ ...pageQuery, state: Type.Optional(DeliveryStateName) }),
    response: { 200: answer(Deliveries, 'The newest first'), ...errorAnswers(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id/deliveries', { schema, preValidation: checkLimit }, async (request, reply) => {
    const { pausedUntil } = orNotFound(await findSubscription(reads, namedIn(request)))
    const { limit, after } = pageRequest(request.query)
    const now = clock.now()
    const rows = await listDeliveries(reads, {
      subscriptionId: request.params.id,
      state: request.query.state,
      beforeId: after && idAt('dlv', after),
      limit: limit + 1,
      now,
    })
    const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    const paused = pausedUntil && pausedUntil > now ? pausedUntil : null
    const deliveries = page.map((row) => answeredDelivery(row, paused))
    return reply.send({ deliveries, pausedUntil: paused?.toISOString() ?? null, limit, nextCursor })
  })
}
