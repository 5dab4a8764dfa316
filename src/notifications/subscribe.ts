import type { Deps } from '../deps.ts'
import type { HashedNetwork } from '../platform/network/hashed-network.ts'
import { findPayer } from '../scoring/admission/payer.ts'
import { resolveLaunch } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { siteShares } from '../platform/network/client-network.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { OutboundRefused } from '../platform/outbound/outbound.ts'
import { isP256Point } from '../platform/crypto/p256-key.ts'
import { response, errorResponses } from '../platform/http/schema.ts'
import { ref } from '../../contract/schema.ts'
import { getPushKey } from './get-push-key.ts'
import { createPushServiceCheck } from '../platform/outbound/push-services.ts'
import { PushRegistration, Subscribed } from '../../contract/schemas/notification.ts'
import {
  countPushSubscriptions,
  insertPushSubscription,
  lockPushSubscriptions,
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
  const isOfPushService = createPushServiceCheck(deps.config.pushServices, deps.config.outboundAllow)
  app.post('/v1/launch/:id/subscriptions', { schema }, async (request, reply) => {
    getPushKey(deps.config)
    checkSubscription(deps, request.body, isOfPushService)
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

function checkSubscription(
  { outbound }: Deps,
  { endpoint, keys }: PushRegistration,
  isOfPushService: (endpoint: string) => boolean,
): void {
  try {
    outbound.push.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
  if (!isOfPushService(endpoint))
    throw badField('endpoint', 'must belong to a push service that this deployment allows')
  if (!isP256Point(keys.p256dh)) throw badField('keys.p256dh', 'must be a point on the P-256 curve')
}

/** A second opt-in of the same browser only updates its keys. */
async function subscribe(
  { db, clock, random }: Deps,
  { enrollmentId, endpoint, keys, ...from }: PushRegistration & HashedNetwork & { enrollmentId: string },
): Promise<Subscribed & { isNew: boolean }> {
  const opted = { enrollmentId, endpoint, ...keys }
  return db.transaction().execute(async (tx) => {
    await lockPushSubscriptions(tx, enrollmentId)
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
