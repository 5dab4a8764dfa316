import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { errorAnswers } from '../platform/schema.ts'
import { SubscriptionId, namedIn, orNotFound } from './known-subscription.ts'
import { deleteSubscription } from './subscription-store.ts'

const ended = Type.Unsafe<undefined>({ type: 'null', description: 'Ended' })

/** DELETE /v1/webhooks/:id: ends a subscription; what was on its way to it is not sent any more. */
export function unsubscribeWebhookRoute(app: App, { db }: Pick<Deps, 'db'>) {
  const schema = {
    operationId: 'unsubscribeWebhook',
    summary: 'End a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 204: ended, ...errorAnswers(400, 401, 404, 413, 415, 500) },
  }
  app.delete('/v1/webhooks/:id', { schema }, async (request, reply) => {
    orNotFound(await deleteSubscription(db, namedIn(request)))
    return reply.code(204).send()
  })
}
