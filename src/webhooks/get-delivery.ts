import { Type } from 'typebox'
import type { Db, Tx } from '../database/db.ts'
import { toDeliveryBody } from '../delivery/delivery-body.ts'
import { type DeliveryRow, listDeliveries } from '../delivery/log-store.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { getRunningPause, toDeliveryResponse } from './delivery-response.ts'
import { findEvent } from './outbox-store.ts'
import { type Delivery, DeliveryWithBody } from '../../contract/schemas/webhook.ts'
import { SubscriptionId, getSubscriptionOrThrow, readOwned } from './subscriptions/owned-subscription.ts'
import type { Owned } from './subscriptions/subscription-store.ts'

export const DeliveryId = Type.Object({
  ...SubscriptionId.properties,
  deliveryId: Type.String({
    pattern: '^[\\w-]{1,64}$',
    description: 'the id of one of the subscription’s deliveries',
  }),
})

export function getDeliveryRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getDelivery',
    summary: 'Fetch a delivery with its body',
    tags: ['webhooks'],
    params: DeliveryId,
    response: {
      200: response(DeliveryWithBody, 'The delivery, its attempts and its body'),
      ...errorResponses(400, 401, 404, 500),
    },
  }
  app.get('/v1/webhooks/:id/deliveries/:deliveryId', { schema }, (request) =>
    getWithBody(deps, readOwned(request), request.params.deliveryId),
  )
}

async function getWithBody({ reads, clock }: Deps, owned: Owned, id: string): Promise<DeliveryWithBody> {
  const subscription = await getSubscriptionOrThrow(reads, owned)
  const now = clock.now()
  const row = await findDelivery(reads, { subscriptionId: owned.id, id, now })
  const event = await findEvent(reads, row.eventId)
  if (!event) throw createDeliveryNotFoundError()
  const { active, include } = subscription
  const body = toDeliveryBody(event.body, include, event.subject)
  return { ...toDeliveryResponse(row, { active, pausedUntil: getRunningPause(subscription, now) }), body }
}

export async function getDelivery(
  { clock }: Deps,
  tx: Tx,
  { subscriptionId, id }: { subscriptionId: string; id: string },
): Promise<Delivery> {
  const row = await findDelivery(tx, { subscriptionId, id, now: clock.now() })
  return toDeliveryResponse(row, { active: true, pausedUntil: null })
}

async function findDelivery(db: Db, wanted: { subscriptionId: string; id: string; now: Date }): Promise<DeliveryRow> {
  const [row] = await listDeliveries(db, { ...wanted, beforeId: null, limit: 1 })
  if (!row) throw createDeliveryNotFoundError()
  return row
}

export const createDeliveryNotFoundError = () =>
  new ApiError('not_found', 'There is no such delivery. Logs are kept for 24 hours.')
