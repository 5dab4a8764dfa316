import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import { keyOfHolder } from '../keys/guard.ts'
import type { App } from '../platform/http.ts'
import { checkLimit, pageOf, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { answeredSubscription } from './known-subscription.ts'
import { Subscriptions } from './schemas.ts'
import { listSubscriptions } from './subscription-store.ts'

/** GET /v1/webhooks: the caller's subscriptions, the newest first. */
export function listSubscriptionsRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'listWebhooks',
    summary: 'Your subscriptions',
    tags: ['webhooks'],
    querystring: Type.Object(pageQuery),
    response: { 200: answer(Subscriptions, 'The newest first'), ...errorAnswers(400, 401, 500) },
  }
  app.get('/v1/webhooks', { schema, preValidation: checkLimit }, async (request, reply) => {
    const { limit, after } = pageRequest(request.query)
    const { rootId: ownerId } = keyOfHolder(request)
    const rows = await listSubscriptions(reads, { ownerId, after, limit: limit + 1 })
    const { page, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    return reply.send({ webhooks: page.map(answeredSubscription), limit, nextCursor })
  })
}
