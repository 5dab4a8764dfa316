import { Type } from 'typebox'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { toDeliveryBody } from '../delivery/delivery-body.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, encodeCursor, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { eventNames } from '../../contract/schemas/event.ts'
import { findFeedPosition, readFeedPart } from './feed-store.ts'
import { SubscriptionId, getSubscriptionOrThrow, readOwned } from './subscriptions/owned-subscription.ts'
import { Feed } from '../../contract/schemas/webhook.ts'
import { type SubscriptionRow, idAt } from './subscriptions/subscription-store.ts'

const order = Type.Optional(
  Type.Unsafe<'oldest' | 'newest'>({
    type: 'string',
    enum: ['oldest', 'newest'],
    description:
      '`oldest` (default): from the cursor on, or from the oldest event. `newest`: the last events, newest first; continue from its `cursor` with what comes later',
  }),
)

export function listEventsRoute(app: App, { reads }: Deps) {
  const schema = {
    operationId: 'listWebhookEvents',
    summary: 'List the events of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    querystring: Type.Object({ ...pageQuery, order }),
    response: {
      200: response(Feed, 'Oldest first, unless `order` is `newest`'),
      ...errorResponses(400, 401, 404, 500),
    },
  }
  app.get('/v1/webhooks/:id/events', { schema, preValidation: checkLimit }, async (request, reply) => {
    const subscription = await getSubscriptionOrThrow(reads, readOwned(request))
    const { limit, after } = pageRequest(request.query)
    const { cursor, order: given = 'oldest' } = request.query
    if (given === 'newest') {
      if (cursor !== undefined) throw badField('cursor', 'can’t be combined with order=newest')
      return reply.send(await readNewest(reads, subscription, limit))
    }
    const eventId = after && idAt('evt', after)
    return reply.send(await readOn(reads, subscription, { limit, eventId, cursor: cursor ?? null }))
  })
}

/** Events that the filters or the audience exclude have to be read too. */
const maxRead = { filtered: 1000, unfiltered: 200 }

const toQuery = ({ id, filters }: SubscriptionRow, limit: number) => ({
  subscriptionId: id,
  allEvents: eventNames,
  limit,
  maxRead: filters ? maxRead.filtered : maxRead.unfiltered,
})

interface Reading {
  limit: number
  eventId: string | null
  cursor: string | null
}

async function readOn(reads: Db, subscription: SubscriptionRow, { limit, eventId, cursor }: Reading): Promise<Feed> {
  const position = eventId === null ? undefined : await findFeedPosition(reads, eventId)
  const query = { ...toQuery(subscription, limit), order: 'oldest', after: position ?? null } as const
  const part = await readFeedPart(reads, query)
  const end = part.end ? toCursor(part.end) : cursor
  return { events: toEvents(subscription, part.events), limit, cursor: end, nextCursor: part.mayHaveMore ? end : null }
}

/** The cursor is the position of the newest event, so that a reader who continues from it misses nothing. */
async function readNewest(reads: Db, subscription: SubscriptionRow, limit: number): Promise<Feed> {
  const query = { ...toQuery(subscription, limit), order: 'newest', after: null } as const
  const { events, start } = await readFeedPart(reads, query)
  return { events: toEvents(subscription, events), limit, cursor: start && toCursor(start), nextCursor: null }
}

const toCursor = ({ createdAt, eventId }: { createdAt: Date; eventId: string }) =>
  encodeCursor({ at: createdAt, id: eventId.slice(4) })

const toEvents = ({ include }: SubscriptionRow, events: Awaited<ReturnType<typeof readFeedPart>>['events']) =>
  events.map(({ deliveryId, event, body, subject }) => ({
    deliveryId,
    event,
    body: toDeliveryBody(body, include, subject),
  }))
