import { Type } from 'typebox'
import { ref } from '../../contract/schema.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { PushKey, PushRegistration, Subscribed } from '../../contract/schemas/notification.ts'
import type { Deps } from '../deps.ts'
import { checkPushRegistration } from '../launches/answer-address.ts'
import { findLaunch } from '../launches/enrollment-store.ts'
import { createLaunchNotFoundError, resolveLaunch } from '../launches/resolve-launch.ts'
import { type HashedNetwork, siteShares } from '../platform/client-network.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { findPayer } from '../scoring/daily-scores.ts'
import {
  countPushSubscriptions,
  deletePushSubscription,
  insertPushSubscription,
  lockOptIns,
  updatePushSubscription,
} from './subscription-store.ts'

const maxSubscriptions = 5_000
/** Per client network; households and offices share an address. All networks of an IPv6 /48 together have eight times as many. */
const maxPerNetwork = 50

/** The rest of a row, and its entries in indexes. */
const overheadBytes = 600

export function subscribeRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'subscribe',
    summary: 'Subscribe a browser to a launch’s notifications',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PushRegistration),
    response: {
      200: response(Subscribed, 'This browser was already subscribed'),
      201: response(Subscribed, 'The new subscription'),
      ...errorResponses(400, 404, 409, 413, 415, 451, 500, 503),
    },
  }
  app.post('/v1/launch/:id/subscriptions', { schema }, async (request, reply) => {
    getPushKey(deps.config)
    checkPushRegistration(deps, request.body)
    const { enrollmentId } = await resolveLaunch(deps.reads, request.params.id)
    const payer = await findPayer(deps, request)
    const stored = { stored_bytes: overheadBytes + 2 * request.body.endpoint.length } // in the table and an index
    const held = await deps.budgets.hold(payer, stored)
    const from = await deps.hashNetwork(request.ip)
    const { isNew, ...subscribed } = await subscribe(deps, { enrollmentId, ...request.body, ...from }).catch(
      (error: unknown) => {
        void held.settle({})
        throw error
      },
    )
    void held.settle(isNew ? stored : {})
    return reply.code(isNew ? 201 : 200).send(subscribed)
  })
}

/** A second opt-in of the same browser only updates its keys. */
async function subscribe(
  { db, clock, random }: Deps,
  { enrollmentId, endpoint, keys, ...from }: PushRegistration & HashedNetwork & { enrollmentId: string },
): Promise<Subscribed & { isNew: boolean }> {
  const opted = { enrollmentId, endpoint, ...keys }
  return db.transaction().execute(async (tx) => {
    await lockOptIns(tx, enrollmentId)
    const known = await updatePushSubscription(tx, opted)
    if (known) return { id: known.id, endpoint, createdAt: known.createdAt.toISOString(), isNew: false }
    const { inAll, ofNetwork, ofSite } = await countPushSubscriptions(tx, { enrollmentId, ...from })
    if (inAll >= maxSubscriptions)
      throw new ApiError('conflict', 'This launch has reached its maximum number of subscribers.')
    if (ofNetwork >= maxPerNetwork || ofSite >= maxPerNetwork * siteShares)
      throw new ApiError('conflict', 'This launch has reached its maximum number of subscribers from your network.')
    const created = { id: random.uuid(), createdAt: clock.now() }
    await insertPushSubscription(tx, { ...opted, ...from, ...created })
    return { id: created.id, endpoint, createdAt: created.createdAt.toISOString(), isNew: true }
  })
}

const Params = Type.Object({
  ...LaunchId.properties,
  subscriptionId: Type.String({ format: 'uuid', description: 'The `id` from the response to the subscription' }),
})

const deleted = Type.Unsafe<undefined>({ type: 'null', description: 'The subscription was deleted' })

export function unsubscribeRoute(app: App, { db, reads }: Deps) {
  const schema = {
    operationId: 'unsubscribe',
    summary: 'Unsubscribe a browser from a launch’s notifications',
    tags: ['launches'],
    params: Params,
    response: { 204: deleted, ...errorResponses(400, 404, 413, 415, 500) },
  }
  app.delete('/v1/launch/:id/subscriptions/:subscriptionId', { schema }, async (request, reply) => {
    const launch = await findLaunch(reads, request.params.id) // also of a hidden one
    if (!launch) throw createLaunchNotFoundError()
    const { enrollmentId } = launch
    const id = request.params.subscriptionId
    if (!(await deletePushSubscription(db, { id, enrollmentId })))
      throw new ApiError('not_found', 'This launch has no subscription with this id.')
    return reply.code(204).send()
  })
}

export function getPushKeyRoute(app: App, { reads, config }: Deps) {
  const schema = {
    operationId: 'getPushKey',
    summary: 'Fetch the key for web push subscriptions',
    tags: ['launches'],
    params: LaunchId,
    response: {
      200: response(PushKey, 'The service’s public VAPID key'),
      304: unchanged,
      ...errorResponses(400, 404, 451, 500, 503),
    },
  }
  app.get('/v1/launch/:id/subscriptions/key', { schema, onSend: setEtag }, async (request, reply) => {
    const publicKey = getPushKey(config)
    await resolveLaunch(reads, request.params.id)
    reply.header('cache-control', 'public, max-age=60')
    return { publicKey }
  })
}

/** Throws 503 `not_configured` without a VAPID key. */
function getPushKey({ notify }: Pick<Deps['config'], 'notify'>): string {
  if (notify.vapid) return notify.vapid.publicKey
  throw new ApiError('not_configured', 'Web push is not configured: set NOTIFY_VAPID_PUBLIC and NOTIFY_VAPID_PRIVATE.')
}
