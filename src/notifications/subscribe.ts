import type { Deps } from '../deps.ts'
import { knownLaunch } from '../launches/known-launch.ts'
import { LaunchId } from '../launches/schemas.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { OutboundRefused } from '../platform/outbound.ts'
import { isP256Point } from '../platform/p256-key.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { pushKeyOf } from './get-push-key.ts'
import { PushSubscription, Subscribed } from './schemas.ts'
import { countSubscriptions, insertSubscription, lockSubscriptions, updateSubscription } from './subscription-store.ts'

const mostSubscriptions = 5_000

type SubscribeDeps = Pick<Deps, 'db' | 'reads' | 'config' | 'outbound' | 'clock' | 'random'>

/** POST /v1/launch/:id/subscriptions: opts in to the notifications of a launch by web push. */
export function subscribeRoute(app: App, deps: SubscribeDeps) {
  const schema = {
    operationId: 'subscribe',
    summary: 'Be told of a launch by web push',
    tags: ['launches'],
    params: LaunchId,
    body: ref(PushSubscription),
    response: {
      200: answer(Subscribed, 'This browser was told already, and is'),
      201: answer(Subscribed, 'The opt-in'),
      ...errorAnswers(400, 404, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/launch/:id/subscriptions', { schema }, async (request, reply) => {
    pushKeyOf(deps.config)
    checkSubscription(deps, request.body)
    const { enrollmentId } = await knownLaunch(deps.reads, request.params.id)
    const { isNew, ...subscribed } = await subscribe(deps, enrollmentId, request.body)
    return reply.code(isNew ? 201 : 200).send(subscribed)
  })
}

/** The endpoint is a stranger's word: it must be one that the service would send to. */
function checkSubscription({ outbound }: Pick<Deps, 'outbound'>, { endpoint, keys }: PushSubscription): void {
  try {
    outbound.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
  if (!isP256Point(keys.p256dh)) throw badField('keys.p256dh', 'must be a point of the curve P-256')
}

/** The same browser again keeps its opt-in, with its present keys. */
async function subscribe(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  enrollmentId: string,
  { endpoint, keys }: PushSubscription,
): Promise<Subscribed & { isNew: boolean }> {
  const opted = { enrollmentId, endpoint, ...keys }
  return db.transaction().execute(async (tx) => {
    await lockSubscriptions(tx, enrollmentId)
    const known = await updateSubscription(tx, opted)
    if (known) return { id: known.id, endpoint, createdAt: known.createdAt.toISOString(), isNew: false }
    if ((await countSubscriptions(tx, enrollmentId)) >= mostSubscriptions)
      throw new ApiError('conflict', 'This launch has as many subscribers as it can have.')
    const created = { id: random.uuid(), createdAt: clock.now() }
    await insertSubscription(tx, { ...opted, ...created })
    return { id: created.id, endpoint, createdAt: created.createdAt.toISOString(), isNew: true }
  })
}
