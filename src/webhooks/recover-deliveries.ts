import type { Static } from 'typebox'
import { ref } from '../../contract/schema.ts'
import { eventNames } from '../../contract/schemas/event.ts'
import { Recovered, Recovery } from '../../contract/schemas/webhook.ts'
import { formatCount } from '../../contract/text.ts'
import { hourMs, parseInstant } from '../../contract/time.ts'
import type { Deps } from '../deps.ts'
import { ApiError, badField } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { errorResponses, response } from '../platform/http/schema.ts'
import { addRecovered, findRecovered, hasMissed, loggedSince, queueMissed, reviveFailed } from './delivery-log-store.ts'
import { notifyWorkers } from './delivery-queue-store.ts'
import { toOldestEvent } from './event-store.ts'
import { lockOwner, type Owned } from './subscription-store.ts'
import { checkActive, lockSubscriptionOrThrow, readOwned, SubscriptionId } from './subscriptions.ts'

const batchSize = 1_000
/** Per subscription and hour; bounds how often failing deliveries are repeated. */
const maxPerSubscription = 10_000
/** Per hour, over all subscriptions of a key and its predecessors. */
const maxPerOwner = 30_000

export function recoverDeliveriesRoute(app: App, deps: Deps) {
  const schema = {
    operationId: 'recoverDeliveries',
    summary: 'Recover failed deliveries and missed events since a time',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(Recovery),
    response: {
      202: response(Recovered, 'The deliveries are queued again'),
      ...errorResponses(400, 401, 404, 409, 413, 415, 429, 500),
    },
  }
  app.post('/v1/webhooks/:id/recover', { schema }, async (request, reply) =>
    reply.code(202).send(await recover(deps, readOwned(request), checkSince(deps, request.body.since))),
  )
}

/** Rejects an out-of-range `since` instead of clamping it silently (D10). */
function checkSince({ clock }: Deps, text: string): Date {
  const read = parseInstant(text)
  if ('fault' in read) throw badField('since', read.fault)
  const now = clock.now()
  if (read.instant > now) throw badField('since', 'must be in the past')
  if (read.instant < toOldestEvent(now)) throw badField('since', 'must be within the last seven days')
  return read.instant
}

/** Logs of failed deliveries are kept for 24 hours only. */
function checkLogged(since: Date, { now, hasMissed }: { now: Date; hasMissed: boolean }): void {
  if (since < loggedSince(now) && !hasMissed)
    throw badField('since', 'must be within the last 24 hours; for older events use GET /v1/webhooks/{id}/events')
}

/** Bounds the time of one request, when filters match few of many events. */
const maxBatches = 100

/** Recovers in short transactions, so that a large number does not block other requests. */
async function recover(deps: Deps, owned: Owned, since: Date): Promise<Static<typeof Recovered>> {
  const now = deps.clock.now()
  let recovered = 0
  for (let n = 0; n < maxBatches; n++) {
    const batch = await recoverBatch(deps.db, owned, { since, now, isFirst: n === 0 })
    if (!batch) break
    const { count, left, isLast, retryAfterSeconds } = batch
    recovered += count
    if (isLast) return { recovered, isComplete: true }
    if (left > count) continue
    if (recovered === 0) throw createBudgetError(retryAfterSeconds)
    break
  }
  return { recovered, isComplete: false }
}

interface Batch {
  count: number
  left: number
  isLast: boolean
  retryAfterSeconds: number
}

interface Request {
  since: Date
  now: Date
  /** Only the first batch is checked; the others continue an accepted recovery. */
  isFirst: boolean
}

const recoverBatch = (db: Deps['db'], owned: Owned, { since, now, isFirst }: Request): Promise<Batch | null> =>
  db.transaction().execute(async (tx) => {
    await lockOwner(tx, owned.ownerId)
    const row = await lockSubscriptionOrThrow(tx, owned)
    if (!isFirst && !row.active) return null
    const { id: subscriptionId } = row
    if (isFirst) {
      checkActive(row)
      checkLogged(since, { now, hasMissed: await hasMissed(tx, subscriptionId, now) })
    }
    const before = await findRecovered(tx, owned, now)
    const left = Math.max(0, Math.min(maxPerSubscription - before.own, maxPerOwner - before.ofOwner))
    const endsAt = (before.since ?? now).getTime() + hourMs
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000))
    if (left === 0) return { count: 0, left, isLast: false, retryAfterSeconds }
    const limit = Math.min(left, batchSize)
    const failed = await reviveFailed(tx, { subscriptionId, since, now, limit })
    const missed =
      failed < limit
        ? await queueMissed(tx, { subscriptionId, since, now, limit: limit - failed, allEvents: eventNames })
        : { count: 0, isLast: false }
    const count = failed + missed.count
    await addRecovered(tx, subscriptionId, { count, now })
    await notifyWorkers(tx)
    return { count, left, isLast: missed.isLast, retryAfterSeconds }
  })

const createBudgetError = (retryAfterSeconds: number) =>
  new ApiError(
    'rate_limit',
    `You have exceeded the limit of ${maxPerSubscription.toLocaleString('en')} recovered deliveries an hour for a subscription, ` +
      `or ${maxPerOwner.toLocaleString('en')} for a key. Try again in ${formatCount(retryAfterSeconds, 'second')}.`,
    { retryAfterSeconds },
  )
