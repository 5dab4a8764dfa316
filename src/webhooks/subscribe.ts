import type { Deps } from '../deps.ts'
import { keyOfHolder } from '../keys/guard.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { OutboundRefused } from '../platform/outbound.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { NewSubscription, Subscription } from './schemas.ts'
import { sealFor } from './sealed.ts'
import { countSubscriptions, insertSubscription, lockOwner } from './subscription-store.ts'

const mostSubscriptions = 100

type SubscribeDeps = Pick<Deps, 'db' | 'secrets' | 'outbound' | 'clock' | 'random'>

/** POST /v1/webhooks: has events sent to an endpoint. */
export function subscribeWebhookRoute(app: App, deps: SubscribeDeps) {
  const schema = {
    operationId: 'subscribeWebhook',
    summary: 'Have events sent to an endpoint',
    tags: ['webhooks'],
    body: ref(NewSubscription),
    response: {
      201: answer(Subscription, 'The subscription'),
      ...errorAnswers(400, 401, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks', { schema, config: { verbatim: ['secret'] } }, async (request, reply) => {
    const subscription = await subscribe(deps, keyOfHolder(request).rootId, request.body)
    return reply.code(201).header('location', `/v1/webhooks/${subscription.id}`).send(subscription)
  })
}

async function subscribe(
  deps: SubscribeDeps,
  ownerId: string,
  { endpoint, events, secret }: NewSubscription,
): Promise<Subscription> {
  const id = `sub_${deps.random.uuid().replaceAll('-', '')}`
  const sealed = sealFor(deps, id, secret)
  checkEndpoint(deps, endpoint)
  const createdAt = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId)
    if ((await countSubscriptions(tx, ownerId)) >= mostSubscriptions)
      throw new ApiError('conflict', `A key has ${mostSubscriptions} subscriptions at most. Delete one of them first.`)
    await insertSubscription(tx, { id, ownerId, endpoint, events, secret: sealed, createdAt })
  })
  return { id, endpoint, events, active: true }
}

/** The same guard judges it again at every attempt, and then also what its name resolves to. */
function checkEndpoint({ outbound }: Pick<Deps, 'outbound'>, endpoint: string): void {
  try {
    outbound.check(endpoint)
  } catch (error) {
    throw error instanceof OutboundRefused ? badField('endpoint', error.message) : error
  }
}
