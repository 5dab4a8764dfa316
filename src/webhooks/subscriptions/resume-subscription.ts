import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { nullable } from '../../../contract/schema.ts'
import {
  SubscriptionId,
  checkLineage,
  checkResumable,
  lockSubscriptionOrThrow,
  readOwned,
  toSubscriptionResponse,
} from './owned-subscription.ts'
import { WebhookSubscription } from '../../../contract/schemas/webhook.ts'
import { notifyWorkers } from '../../delivery/queue-store.ts'
import { type Owned, type SubscriptionRow, activate, endPause, lockOwner } from './subscription-store.ts'

/** Ends the pause after a 5xx (D41), and reactivates the subscription (D63). */
export function resumeSubscriptionRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'resumeWebhook',
    summary: 'Resume a subscription that is paused or not active',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: response(WebhookSubscription, 'The subscription, active and not paused'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/resume', { schema }, async (request, reply) => {
    const row = await resume(deps, readOwned(request))
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

const resume = ({ db, clock }: Deps, owned: Owned): Promise<SubscriptionRow> =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, owned.ownerId)
    const row = await lockSubscriptionOrThrow(tx, owned)
    checkResumable(row)
    const now = clock.now()
    await checkLineage(tx, owned.ownerId, now)
    await endPause(tx, owned)
    await activate(tx, owned, now)
    await notifyWorkers(tx)
    return lockSubscriptionOrThrow(tx, owned)
  })
