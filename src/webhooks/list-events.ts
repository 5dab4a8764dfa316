import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { checkLimit, encodeCursor, pageQuery, pageRequest } from '../platform/paging.ts'
import { answer, errorAnswers } from '../platform/schema.ts'
import { findPlace, listFeed } from './feed-store.ts'
import { SubscriptionId, namedIn, orNotFound } from './known-subscription.ts'
import { Feed } from './schemas.ts'
import { findSubscription, idAt } from './subscription-store.ts'

/** GET /v1/webhooks/:id/events: the events of the last seven days, to be read at the caller's own pace. */
export function listEventsRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'listWebhookEvents',
    summary: 'The events of a subscription, to be read instead of being sent',
    tags: ['webhooks'],
    params: SubscriptionId,
    querystring: Type.Object(pageQuery),
    response: { 200: answer(Feed, 'The oldest first'), ...errorAnswers(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id/events', { schema, preValidation: checkLimit }, async (request, reply) => {
    const { id } = orNotFound(await findSubscription(reads, namedIn(request)))
    const { limit, after } = pageRequest(request.query)
    const feed = await readFeed(
      { reads },
      { id, limit, eventId: after && idAt('evt', after), cursor: request.query.cursor ?? null },
    )
    return reply.send(feed)
  })
}

interface Reading {
  id: string
  limit: number
  /** The last event that was read. */
  eventId: string | null
  cursor: string | null
}

async function readFeed({ reads }: Pick<Deps, 'reads'>, { id, limit, eventId, cursor }: Reading): Promise<Feed> {
  const place = eventId === null ? undefined : await findPlace(reads, eventId)
  const rows = await listFeed(reads, { subscriptionId: id, after: place ?? null, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const end = last ? encodeCursor({ at: last.createdAt, id: last.eventId.slice(4) }) : cursor
  const events = page.map(({ deliveryId, event, body }) => ({ deliveryId, event, body }))
  return { events, limit, cursor: end, nextCursor: rows.length > limit ? end : null }
}
