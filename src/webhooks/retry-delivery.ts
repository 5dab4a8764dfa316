import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { checkActive, lockSubscriptionOrThrow, readOwned } from './subscriptions/owned-subscription.ts'
import { restartDelivery, reviveDelivery } from '../delivery/log-store.ts'
import { Delivery } from '../../contract/schemas/webhook.ts'
import { DeliveryId, createDeliveryNotFoundError, getDelivery } from './get-delivery.ts'
import { notifyWorkers } from '../delivery/queue-store.ts'
import type { Owned } from './subscriptions/subscription-store.ts'

export function retryDeliveryRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    tags: ['webhooks'],
    params: DeliveryId,
    body: emptyBody,
    response: {
      202: response(Delivery, 'The delivery is queued again'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/deliveries/:deliveryId/retry', { schema }, async (request, reply) =>
    reply.code(202).send(await retryDelivery(deps, readOwned(request), request.params.deliveryId)),
  )
}

const retryDelivery = (deps: Deps, owned: Owned, id: string): Promise<Delivery> =>
  deps.db.transaction().execute(async (tx) => {
    checkActive(await lockSubscriptionOrThrow(tx, owned))
    const delivery = { subscriptionId: owned.id, id }
    await restart(deps, tx, delivery)
    await notifyWorkers(tx)
    return getDelivery(deps, tx, delivery)
  })

/** A delivery that has ended in the meantime is in the log. */
async function restart({ clock }: Deps, tx: Tx, delivery: { subscriptionId: string; id: string }): Promise<void> {
  const named = { ...delivery, now: clock.now() }
  const outcome = await restartDelivery(tx, named)
  if (outcome === 'held') throw new ApiError('conflict', 'This delivery is being sent. Try again in a moment.')
  if (outcome === 'none' && !(await reviveDelivery(tx, named))) throw createDeliveryNotFoundError()
}
