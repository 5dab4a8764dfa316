import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { testEventName } from '../../contract/schemas/event.ts'
import { SubscriptionId, checkActive, lockSubscriptionOrThrow, readOwned } from './subscriptions/owned-subscription.ts'
import { toEnvelope } from './outbox.ts'
import { Delivery } from '../../contract/schemas/webhook.ts'
import { getDelivery } from './get-delivery.ts'
import { insertEventForOne } from './outbox-store.ts'
import type { Owned } from './subscriptions/subscription-store.ts'

export function sendTestEventRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'testWebhook',
    summary: 'Send a test event',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: emptyBody,
    response: {
      202: response(Delivery, `The delivery of \`${testEventName}\`, signed and logged like any other`),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/test', { schema }, async (request, reply) =>
    reply.code(202).send(await sendTestEvent(deps, readOwned(request))),
  )
}

const sendTestEvent = (deps: Deps, owned: Owned): Promise<Delivery> =>
  deps.db.transaction().execute(async (tx) => {
    checkActive(await lockSubscriptionOrThrow(tx, owned))
    const event = toEnvelope(deps, testEventName, { subscriptionId: owned.id })
    const id = await insertEventForOne(tx, owned.id, event)
    return getDelivery(deps, tx, { subscriptionId: owned.id, id })
  })
