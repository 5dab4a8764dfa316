import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { type DisabledGrounds, minFailingMs } from '../../contract/schemas/delivery.ts'
import { type WebhookDisabled, disabledEventName } from '../../contract/schemas/event.ts'
import { insertEventForOwner } from './event-store.ts'
import { toEnvelope } from './outbox.ts'
import {
  type SubscriptionRow,
  announceSubscription,
  deactivate,
  findAnySubscription,
  lockSubscription,
} from './subscription-store.ts'

/** A part of `Deps`, because the delivery worker, which disables subscriptions, is opened before the rest. */
type DisableDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log'>

/**
 * Disables a subscription whose endpoint is gone or keeps failing, and notifies the owner's other subscriptions (D79).
 */
export async function disableSubscription(deps: DisableDeps, id: string, grounds: DisabledGrounds): Promise<void> {
  const { reason } = grounds
  const isDisabled = await deps.db.transaction().execute(async (tx) => {
    const found = await findAnySubscription(tx, id)
    const row = found && (await lockSubscription(tx, found))
    if (!row || !isStillDue(deps, row, grounds)) return false
    await disable(deps, tx, row, reason)
    return true
  })
  if (isDisabled) deps.log.info({ subscriptionId: id, reason }, 'a webhook subscription was disabled')
}

/** A successful attempt on another replica, or a new endpoint, may have cleared the failures. */
function isStillDue(
  { clock }: DisableDeps,
  { active, endpoint, failingSince }: SubscriptionRow,
  { reason, endpoint: attempted }: DisabledGrounds,
): boolean {
  if (!active || endpoint !== attempted) return false
  if (reason !== 'failing') return true
  return failingSince !== null && clock.now().getTime() - failingSince.getTime() >= minFailingMs
}

async function disable(
  deps: DisableDeps,
  tx: Tx,
  row: SubscriptionRow,
  reason: DisabledGrounds['reason'],
): Promise<void> {
  const { id, ownerId, endpoint } = row
  const now = deps.clock.now()
  const data = { subscriptionId: id, endpoint, disabledReason: reason, disabledAt: now.toISOString() }
  await deactivate(tx, row, { reason, now })
  await announceSubscription(tx, id)
  const event = toEnvelope(deps, disabledEventName, data satisfies WebhookDisabled)
  await insertEventForOwner(tx, { ownerId, exceptId: id }, event)
}
