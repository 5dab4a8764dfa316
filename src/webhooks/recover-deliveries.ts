import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { badField } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { parseInstant } from '../platform/instant.ts'
import { answer, errorAnswers, ref } from '../platform/schema.ts'
import { namedIn, orNotFound, SubscriptionId } from './known-subscription.ts'
import { loggedSince, reviveFailed } from './log-store.ts'
import { Recovered, Recovery } from './schemas.ts'
import { tellDispatchers } from './store.ts'
import { type Owned, lockSubscription } from './subscription-store.ts'

const mostAtOnce = 1_000
const mostRounds = 10

type RecoverDeps = Pick<Deps, 'db' | 'clock'>

/** POST /v1/webhooks/:id/recover: sends anew what failed since a time. */
export function recoverDeliveriesRoute(app: App, deps: RecoverDeps) {
  const schema = {
    operationId: 'recoverDeliveries',
    summary: 'Send anew what failed since a time',
    tags: ['webhooks'],
    params: SubscriptionId,
    body: ref(Recovery),
    response: {
      202: answer(Recovered, 'They are on their way again'),
      ...errorAnswers(400, 401, 404, 413, 415, 500),
    },
  }
  app.post('/v1/webhooks/:id/recover', { schema }, async (request, reply) =>
    reply.code(202).send(await recover(deps, namedIn(request), checkSince(deps, request.body.since))),
  )
}

/** In D10's spirit refused, not clamped: who asks for more than there is must hear it. */
function checkSince({ clock }: RecoverDeps, text: string): Date {
  const read = parseInstant(text)
  if ('fault' in read) throw badField('since', read.fault)
  const now = clock.now()
  if (read.instant > now) throw badField('since', 'must lie in the past')
  if (read.instant < loggedSince(now))
    throw badField('since', 'must lie within the last 24 hours: older events are in GET /v1/webhooks/:id/events')
  return read.instant
}

/** In short transactions, so that a large number holds up nobody. */
async function recover(deps: RecoverDeps, owned: Owned, since: Date): Promise<Static<typeof Recovered>> {
  let recovered = 0
  for (let round = 0; round < mostRounds; round++) {
    const count = await recoverSome(deps, owned, since)
    recovered += count
    if (count < mostAtOnce) return { recovered, isComplete: true }
  }
  return { recovered, isComplete: false }
}

const recoverSome = ({ db, clock }: RecoverDeps, owned: Owned, since: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id: subscriptionId } = orNotFound(await lockSubscription(tx, owned))
    const count = await reviveFailed(tx, { subscriptionId, since, now: clock.now(), limit: mostAtOnce })
    await tellDispatchers(tx)
    return count
  })
