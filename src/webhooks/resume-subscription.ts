import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { answer, errorAnswers, nullable } from '../platform/schema.ts'
import { SubscriptionId, answeredSubscription, namedIn, orNotFound } from './known-subscription.ts'
import { Subscription } from './schemas.ts'
import { tellDispatchers } from './store.ts'
import { type Owned, endPause, lockSubscription } from './subscription-store.ts'

/** POST /v1/webhooks/:id/resume: ends the pause that a 5xx brought (D41); what is due is sent. */
export function resumeSubscriptionRoute(app: App, deps: Pick<Deps, 'db'>) {
  const schema = {
    operationId: 'resumeWebhook',
    summary: 'End the pause of a subscription’s repetitions',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: nullable(Type.Object({}, { additionalProperties: false })),
    response: {
      200: answer(Subscription, 'The subscription, not paused'),
      ...errorAnswers(400, 401, 404, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/resume', { schema }, async (request, reply) =>
    reply.send(await resume(deps, namedIn(request))),
  )
}

const resume = ({ db }: Pick<Deps, 'db'>, owned: Owned): Promise<Subscription> =>
  db.transaction().execute(async (tx) => {
    const subscription = orNotFound(await lockSubscription(tx, owned))
    await endPause(tx, owned)
    await tellDispatchers(tx)
    return answeredSubscription(subscription)
  })
