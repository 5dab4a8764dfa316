import { Type } from 'typebox'
import type { Deps, Tx } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { namedIn, orNotFound, SubscriptionId } from './known-subscription.ts'
import { restartDelivery, reviveDelivery } from './log-store.ts'
import { Delivery } from './schemas.ts'
import { shownDelivery } from './shown-delivery.ts'
import { tellDispatchers } from './store.ts'
import { type Owned, lockSubscription } from './subscription-store.ts'

type RetryDeps = Pick<Deps, 'db' | 'clock'>

/** POST /v1/webhooks/:id/deliveries/:deliveryId/retry: sends a delivery anew, at once, with the same id and bytes. */
export function retryDeliveryRoute(app: App, deps: RetryDeps) {
  const schema = {
    operationId: 'retryDelivery',
    summary: 'Send a delivery anew',
    tags: ['webhooks'],
    params: Type.Object({
      ...SubscriptionId.properties,
      deliveryId: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'the id of one of its deliveries' }),
    }),
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      202: answer(Delivery, 'It is on its way again'),
      ...errorAnswers(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/deliveries/:deliveryId/retry', { schema }, async (request, reply) =>
    reply.code(202).send(await retryDelivery(deps, namedIn(request), request.params.deliveryId)),
  )
}

const retryDelivery = (deps: RetryDeps, owned: Owned, id: string): Promise<Delivery> =>
  deps.db.transaction().execute(async (tx) => {
    orNotFound(await lockSubscription(tx, owned))
    const delivery = { subscriptionId: owned.id, id }
    await restart(deps, tx, delivery)
    await tellDispatchers(tx)
    return shownDelivery(deps, tx, delivery)
  })

/** It may end while it is looked at: then it is in the log. */
async function restart({ clock }: RetryDeps, tx: Tx, delivery: { subscriptionId: string; id: string }): Promise<void> {
  const named = { ...delivery, now: clock.now() }
  const outcome = await restartDelivery(tx, named)
  if (outcome === 'held') throw new ApiError('conflict', 'This delivery is being sent. Look at it again in a moment.')
  if (outcome === 'none' && !(await reviveDelivery(tx, named)))
    throw new ApiError('not_found', 'There is no such delivery: logs are kept for 24 hours.')
}
