import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { testEvent } from './event.ts'
import { namedIn, orNotFound, SubscriptionId } from './known-subscription.ts'
import { envelopeOf } from './outbox.ts'
import { Delivery } from './schemas.ts'
import { shownDelivery } from './shown-delivery.ts'
import { insertEventFor } from './store.ts'
import { type Owned, lockSubscription } from './subscription-store.ts'

type TestDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** POST /v1/webhooks/:id/test: sends a test event, on the way that all deliveries take. */
export function sendTestEventRoute(app: App, deps: TestDeps) {
  const schema = {
    operationId: 'testWebhook',
    summary: 'Send a test event',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      202: answer(Delivery, `Its delivery: \`${testEvent}\`, signed and logged like any other`),
      ...errorAnswers(400, 401, 404, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/test', { schema }, async (request, reply) =>
    reply.code(202).send(await sendTestEvent(deps, namedIn(request))),
  )
}

const sendTestEvent = (deps: TestDeps, owned: Owned): Promise<Delivery> =>
  deps.db.transaction().execute(async (tx) => {
    orNotFound(await lockSubscription(tx, owned))
    const event = envelopeOf(deps, testEvent, { subscriptionId: owned.id })
    const id = await insertEventFor(tx, owned.id, event)
    return shownDelivery(deps, tx, { subscriptionId: owned.id, id })
  })
