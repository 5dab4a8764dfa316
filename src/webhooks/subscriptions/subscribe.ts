import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { getHolderKey } from '../../keys/guard.ts'
import { ApiError, badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { IdempotencyHeaders } from '../../platform/http/idempotency-header.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { NewWebhookSubscription, WebhookSubscription } from '../../../contract/schemas/webhook.ts'
import { parseEndpoint } from './parse-endpoint.ts'
import { encryptSecret, getSecretBox } from './encrypt-secret.ts'
import { checkLineage, toSubscriptionResponse } from './owned-subscription.ts'
import { type KeyUse, findEarlier, saveKey } from './subscribe-once.ts'
import {
  checkEvents,
  mayInclude,
  normaliseDescription,
  normaliseFilters,
  toCurrentName,
} from './subscription-fields.ts'
import { type SubscriptionRow, countSubscriptions, insertSubscription, lockOwner } from './subscription-store.ts'

const maxSubscriptions = 100

export function subscribeWebhookRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'subscribeWebhook',
    summary: 'Create a subscription',
    tags: ['webhooks'],
    headers: IdempotencyHeaders,
    body: ref(NewWebhookSubscription),
    response: {
      200: response(WebhookSubscription, 'The subscription that an earlier request with this Idempotency-Key made'),
      201: response(WebhookSubscription, 'The subscription'),
      ...errorResponses(400, 401, 409, 413, 415, 500, 503),
    },
  }
  app.post('/v1/webhooks', { schema, config: { verbatim: ['secret'] } }, async (request, reply) => {
    const { rootId: ownerId } = getHolderKey(request)
    const key = request.headers['idempotency-key'] ?? null
    const { row, isReplay } = await subscribe(deps, { ownerId, key, body: request.body })
    reply.code(isReplay ? 200 : 201).header('location', `/v1/webhooks/${row.id}`)
    if (isReplay) reply.header('idempotent-replayed', 'true')
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

interface Request {
  ownerId: string
  key: string | null
  body: NewWebhookSubscription
}

/** The lock keeps two requests from both passing the limit or both finding the key new. */
async function subscribe(
  deps: Deps,
  { ownerId, key, body }: Request,
): Promise<{ row: SubscriptionRow; isReplay: boolean }> {
  const now = deps.clock.now()
  const secrets = getSecretBox(deps)
  const row = { ...toRow(deps, body), ownerId, createdAt: now }
  const use: KeyUse | null = key === null ? null : { ownerId, key, body, now }
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId)
    await checkLineage(tx, ownerId, now)
    const earlier = use && (await findEarlier(secrets, tx, use))
    if (earlier) return { row: earlier, isReplay: true }
    await checkCount(tx, ownerId)
    const made = await insertSubscription(tx, row)
    if (use) await saveKey(secrets, tx, use, row.id)
    return { row: made, isReplay: false }
  })
}

function toRow(deps: Deps, body: NewWebhookSubscription) {
  const { secret, include = [] } = body
  const retryPolicy = toCurrentName(body.retryPolicy ?? 'default')
  const format = toCurrentName(body.format ?? 'default')
  const id = `sub_${deps.random.uuid().replaceAll('-', '')}`
  const encrypted = encryptSecret(deps, { subscriptionId: id, secret, format })
  const endpoint = parseEndpoint(deps, body.endpoint)
  const events = checkEvents(body.events)
  const filters = normaliseFilters(body.filters)
  if (!mayInclude({ include, filters, format }))
    throw badField('include', 'needs filters, or the format standard-webhooks')
  const description = normaliseDescription(body.description)
  return { id, endpoint, events, description, filters, include, retryPolicy, format, secret: encrypted }
}

async function checkCount(tx: Tx, ownerId: string): Promise<void> {
  if ((await countSubscriptions(tx, ownerId)) >= maxSubscriptions)
    throw new ApiError('conflict', `An API key can have at most ${maxSubscriptions} subscriptions. Delete one first.`)
}
