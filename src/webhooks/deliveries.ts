import { Type } from 'typebox'
import { DeliveryStateName } from '../../contract/schemas/delivery.ts'
import { testEventName } from '../../contract/schemas/event.ts'
import { Deliveries, Delivery, DeliveryWithBody } from '../../contract/schemas/webhook.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { checkLimit, pageQuery, pageRequest, toPage } from '../platform/http/paging.ts'
import { emptyBody, errorResponses, response } from '../platform/http/schema.ts'
import { toDeliveryBody } from './delivery-body.ts'
import { type DeliveryRow, listDeliveries, restartDelivery, reviveDelivery } from './delivery-log-store.ts'
import { notifyWorkers } from './delivery-queue-store.ts'
import { findEvent, insertEventForOne } from './event-store.ts'
import { toEnvelope } from './outbox.ts'
import { idAt, type Owned } from './subscription-store.ts'
import {
  checkActive,
  getSubscriptionOrThrow,
  lockSubscriptionOrThrow,
  readOwned,
  SubscriptionId,
} from './subscriptions.ts'

export function listDeliveriesRoute(app: App, { reads, clock }: Deps) {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    querystring: Type.Object({ ...pageQuery, state: Type.Optional(DeliveryStateName) }),
    response: { 200: response(Deliveries, 'Newest first'), ...errorResponses(400, 401, 404, 500) },
  }
  app.get('/v1/webhooks/:id/deliveries', { schema, preValidation: checkLimit }, async (request, reply) => {
    const subscription = await getSubscriptionOrThrow(reads, readOwned(request))
    const { limit, after } = pageRequest(request.query)
    const now = clock.now()
    const rows = await listDeliveries(reads, {
      subscriptionId: request.params.id,
      state: request.query.state,
      beforeId: after && idAt('dlv', after),
      limit: limit + 1,
      now,
    })
    const { page, nextCursor } = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: id.slice(4) }))
    const pausedUntil = getRunningPause(subscription, now)
    const deliveries = page.map((row) => toDeliveryResponse(row, { active: subscription.active, pausedUntil }))
    return reply.send({ deliveries, pausedUntil: pausedUntil?.toISOString() ?? null, limit, nextCursor })
  })
}

const DeliveryId = Type.Object({
  ...SubscriptionId.properties,
  deliveryId: Type.String({
    pattern: '^[\\w-]{1,64}$',
    description: 'the id of one of the subscription’s deliveries',
  }),
})

export function getDeliveryRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'getDelivery',
    summary: 'Fetch a delivery with its body',
    tags: ['webhooks'],
    params: DeliveryId,
    response: {
      200: response(DeliveryWithBody, 'The delivery, its attempts and its body'),
      ...errorResponses(400, 401, 404, 500),
    },
  }
  app.get('/v1/webhooks/:id/deliveries/:deliveryId', { schema }, (request) =>
    getWithBody(deps, readOwned(request), request.params.deliveryId),
  )
}

async function getWithBody({ reads, clock }: Deps, owned: Owned, id: string): Promise<DeliveryWithBody> {
  const subscription = await getSubscriptionOrThrow(reads, owned)
  const now = clock.now()
  const row = await findDelivery(reads, { subscriptionId: owned.id, id, now })
  const event = await findEvent(reads, { id: row.eventId, subscriptionId: owned.id })
  if (!event) throw createDeliveryNotFoundError()
  const { active, include } = subscription
  const body = toDeliveryBody({ ...event, include })
  return { ...toDeliveryResponse(row, { active, pausedUntil: getRunningPause(subscription, now) }), body }
}

async function getDelivery(
  { clock }: Deps,
  tx: Tx,
  { subscriptionId, id }: { subscriptionId: string; id: string },
): Promise<Delivery> {
  const row = await findDelivery(tx, { subscriptionId, id, now: clock.now() })
  return toDeliveryResponse(row, { active: true, pausedUntil: null })
}

async function findDelivery(db: Db, wanted: { subscriptionId: string; id: string; now: Date }): Promise<DeliveryRow> {
  const [row] = await listDeliveries(db, { ...wanted, beforeId: null, limit: 1 })
  if (!row) throw createDeliveryNotFoundError()
  return row
}

const createDeliveryNotFoundError = () =>
  new ApiError('not_found', 'There is no such delivery. Logs are kept for 24 hours.')

export function retryDeliveryRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    tags: ['webhooks'],
    params: DeliveryId,
    body: emptyBody,
    response: {
      202: response(Delivery, 'The delivery is queued again'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/deliveries/:deliveryId/retry', { schema }, async (request, reply) =>
    reply.code(202).send(await retryDelivery(deps, readOwned(request), request.params.deliveryId)),
  )
}

const retryDelivery = (deps: Deps, owned: Owned, id: string): Promise<Delivery> =>
  deps.db.transaction().execute(async (tx) => {
    checkActive(await lockSubscriptionOrThrow(tx, owned))
    const delivery = { subscriptionId: owned.id, id }
    await restart(deps, tx, delivery)
    await notifyWorkers(tx)
    return getDelivery(deps, tx, delivery)
  })

/** A delivery that has ended in the meantime is in the log. */
async function restart({ clock }: Deps, tx: Tx, delivery: { subscriptionId: string; id: string }): Promise<void> {
  const named = { ...delivery, now: clock.now() }
  const outcome = await restartDelivery(tx, named)
  if (outcome === 'held') throw new ApiError('conflict', 'This delivery is being sent. Try again in a moment.')
  if (outcome === 'none' && !(await reviveDelivery(tx, named))) throw createDeliveryNotFoundError()
}

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

/** Retries of a paused subscription wait until the pause ends; deliveries of an inactive one wait. */
function toDeliveryResponse(
  row: DeliveryRow,
  { active, pausedUntil }: { active: boolean; pausedUntil: Date | null },
): Delivery {
  const { id, eventId, event, state, createdAt, endedAt, attempts } = row
  const nextAttemptAt = state === 'pending' && active ? getNext(row, pausedUntil) : null
  return {
    id,
    eventId,
    event,
    state,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: state === 'failed' ? (attempts.at(-1)?.error ?? null) : null,
    attempts,
  }
}

function getNext({ dueAt, isRetry }: DeliveryRow, pausedUntil: Date | null): Date | null {
  if (!isRetry || !dueAt || !pausedUntil) return dueAt
  return dueAt > pausedUntil ? dueAt : pausedUntil
}

/** When the pause of a subscription's retries ends; null when there is none or it is over. */
export const getRunningPause = ({ pausedUntil }: { pausedUntil: Date | null }, now: Date): Date | null =>
  pausedUntil && pausedUntil > now ? pausedUntil : null
