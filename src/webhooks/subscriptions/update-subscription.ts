import type { Tx } from '../../database/db.ts'
import type { Deps } from '../../deps.ts'
import { notifyWorkers } from '../../delivery/queue-store.ts'
import { badField } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { response, errorResponses } from '../../platform/http/schema.ts'
import { ref } from '../../../contract/schema.ts'
import { WebhookSubscription, WebhookSubscriptionChange } from '../../../contract/schemas/webhook.ts'
import { parseEndpoint } from './parse-endpoint.ts'
import {
  SubscriptionId,
  checkLineage,
  checkResumable,
  lockSubscriptionOrThrow,
  readOwned,
  toSubscriptionResponse,
} from './owned-subscription.ts'
import { checkEvents, mayInclude, normaliseDescription, normaliseFilters } from './subscription-fields.ts'
import {
  type Owned,
  type SubscriptionRow,
  activate,
  announceSubscription,
  deactivate,
  forgetFailures,
  lockOwner,
  updateSubscription,
} from './subscription-store.ts'

export function updateWebhookRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'updateWebhook',
    summary: 'Change a subscription',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(WebhookSubscriptionChange),
    response: {
      200: response(WebhookSubscription, 'The changed subscription'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 500),
    },
  }
  app.patch('/v1/webhooks/:id', { schema }, async (request, reply) => {
    const row = await update(deps, readOwned(request), request.body)
    return reply.send(toSubscriptionResponse(row, deps.clock.now()))
  })
}

const update = (deps: Deps, owned: Owned, change: WebhookSubscriptionChange): Promise<SubscriptionRow> => {
  const changes = toChanges(deps, change)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, owned.ownerId)
    const row = await lockSubscriptionOrThrow(tx, owned)
    if (!mayInclude({ ...row, ...changes }))
      throw badField('filters', `must have a filter, because the subscription includes ${row.include.join(', ')}`)
    await updateSubscription(tx, owned, changes)
    if (changes.endpoint !== undefined && changes.endpoint !== row.endpoint) await forgetFailures(tx, owned)
    if (change.active !== undefined) await setActive(tx, row, { active: change.active, now })
    await announceSubscription(tx, owned.id)
    return lockSubscriptionOrThrow(tx, owned)
  })
}

function toChanges(deps: Deps, { endpoint, events, description, filters }: WebhookSubscriptionChange) {
  return {
    ...(endpoint !== undefined && { endpoint: parseEndpoint(deps, endpoint) }),
    ...(events && { events: checkEvents(events) }),
    ...(description !== undefined && { description: normaliseDescription(description) }),
    ...(filters !== undefined && { filters: normaliseFilters(filters) }),
  }
}

/** An inactive subscription keeps its reason when its owner disables it too. */
async function setActive(tx: Tx, row: SubscriptionRow, { active, now }: { active: boolean; now: Date }): Promise<void> {
  if (row.active === active) return
  if (!active) return deactivate(tx, row, { reason: 'owner', now })
  checkResumable(row)
  await checkLineage(tx, row.ownerId, now)
  await activate(tx, row, now)
  await notifyWorkers(tx)
}
