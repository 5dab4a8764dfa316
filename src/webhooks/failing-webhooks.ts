import type { Deps } from '../deps.ts'
import { listNewestKeys } from '../keys/store.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { getRunningPause } from './deliveries.ts'
import { FailingWebhooks } from '../../contract/schemas/failing-webhook.ts'
import { type SubscriptionRow, listFailing } from './subscription-store.ts'

/** The page has room for 25; the metrics count the rest. */
const maxListed = 25

export function listFailingWebhooksRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'listFailingWebhooks',
    summary: 'List webhook subscriptions whose endpoints fail',
    tags: ['admin'],
    response: { 200: response(FailingWebhooks, 'The longest failing first'), ...errorResponses(401, 500, 503) },
  }
  app.get('/v1/admin/webhooks/failing', { schema }, () => listFailingWebhooks(deps))
}

async function listFailingWebhooks({ db, clock }: Deps): Promise<FailingWebhooks> {
  const rows = await listFailing(db, maxListed + 1)
  const page = rows.slice(0, maxListed)
  const keys = await listNewestKeys(
    db,
    page.map(({ ownerId }) => ownerId),
  )
  const now = clock.now()
  const webhooks = page.map((row) => {
    const { prefix, label } = keys.get(row.ownerId) ?? { prefix: null, label: null }
    return { ...toFailing(row, now), keyPrefix: prefix, keyLabel: label }
  })
  return { webhooks, hasMore: rows.length > maxListed, asOf: now.toISOString() }
}

function toFailing(row: SubscriptionRow, now: Date) {
  const { id, endpoint, active, disabledReason, failingSince, lastSuccessAt, lastFailureAt } = row
  return {
    id,
    endpoint: withoutQuery(endpoint),
    active,
    disabledReason,
    pausedUntil: getRunningPause(row, now)?.toISOString() ?? null,
    failingSince: (failingSince ?? now).toISOString(),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  }
}

/** A query may hold a customer's token. */
function withoutQuery(endpoint: string): string {
  const [path = '', query] = endpoint.split('?', 2)
  return query === undefined ? path : `${path}?…`
}
