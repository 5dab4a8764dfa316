import { type TSchema, Type } from 'typebox'
import { disabledEventName, eventNames, events, WebhookDisabled } from '../../contract/schemas/event.ts'
import { Feed } from '../../contract/schemas/webhook.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, encodeCursor, pageQuery, pageRequest } from '../platform/http/paging.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { toDeliveryBody } from './delivery-body.ts'
import { findFeedPosition, moveOldTransactions, readFeedPart } from './event-store.ts'
import { getHeaderNames } from './signing.ts'
import { idAt, type SubscriptionRow } from './subscription-store.ts'
import { getSubscriptionOrThrow, readOwned, SubscriptionId } from './subscriptions.ts'

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
  events.map(({ deliveryId, event, ...content }) => ({
    deliveryId,
    event,
    body: toDeliveryBody({ ...content, include }),
  }))

export const describeEvents = (serviceName: string) =>
  Object.fromEntries(
    Object.entries({ ...events, [disabledEventName]: WebhookDisabled }).map(([event, data]) => [
      event,
      { post: describeEvent(serviceName, event, data) },
    ]),
  )

function describeEvent(serviceName: string, event: string, data: TSchema) {
  const envelope = Type.Object({
    id: Type.String({ pattern: '^evt_[0-9a-f]{32}$' }),
    event: Type.Literal(event),
    timestamp: Type.String({ format: 'date-time' }),
    data,
  })
  return {
    operationId: event.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: `Webhook ${event}`,
    description: `The request that your endpoint receives for \`${event}\`. Verify the signature over the raw body before you parse the body.`,
    tags: ['events'],
    parameters: describeHeaders(serviceName),
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: { '2XX': { description: 'Delivered' }, '4XX': { description: 'Rejected; the delivery is not retried' } },
  }
}

/** The headers of a delivery depend on the subscription's format, so none is required. */
function describeHeaders(serviceName: string) {
  const name = getHeaderNames(serviceName)
  const headers: [header: string, description: string][] = [
    [name.event, 'The name of the event'],
    [name.delivery, 'The id of the delivery, `dlv_…`. It is not signed: deduplicate by the `id` of the body'],
    [name.signature, '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` under the secret'],
    [name.timestamp, 'The Unix time in seconds: reject it when it is more than 300 seconds off'],
    ['webhook-id', 'With the format `standard-webhooks`: the id of the delivery'],
    ['webhook-timestamp', 'With the format `standard-webhooks`: the Unix time in seconds'],
    ['webhook-signature', 'With the format `standard-webhooks`: `v1,` and the signature in base64'],
  ]
  return headers.map(([header, description]) => ({
    name: header,
    in: 'header',
    description,
    required: false,
    schema: { type: 'string' },
  }))
}

/** Runs at every start before the first event, because a restored database may count transactions from lower numbers. */
export const keepFeedOrder = ({ db }: Deps): Promise<void> =>
  moveOldTransactions(db, [...eventNames, disabledEventName])
