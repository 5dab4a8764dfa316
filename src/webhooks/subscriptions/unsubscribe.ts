import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { errorResponses } from '../../platform/http/schema.ts'
import { SubscriptionId, createSubscriptionNotFoundError, readOwned } from './owned-subscription.ts'
import { announceSubscription, deleteSubscription } from './subscription-store.ts'

const ended = Type.Unsafe<undefined>({ type: 'null', description: 'The subscription was deleted' })

export function unsubscribeWebhookRoute(app: App, { db }: Deps) {
  const schema = {
    operationId: 'unsubscribeWebhook',
    summary: 'Delete a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    response: { 204: ended, ...errorResponses(400, 401, 404, 413, 415, 500) },
  }
  app.delete('/v1/webhooks/:id', { schema }, async (request, reply) => {
    const owned = readOwned(request)
    await db.transaction().execute(async (tx) => {
      if (!(await deleteSubscription(tx, owned))) throw createSubscriptionNotFoundError()
      await announceSubscription(tx, owned.id)
    })
    return reply.code(204).send()
  })
}
