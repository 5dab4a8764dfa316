import { deleteInBatches } from '../../database/upkeep.ts'
import type { Deps } from '../../deps.ts'
import { deleteOrphans, deleteUnsent, emptyNextSlot } from '../../delivery/log-store.ts'
import { deleteIdempotencyKeys } from '../subscriptions/idempotency-store.ts'
import { toKeyExpiry } from '../subscriptions/subscribe-once.ts'
import { toOldestEvent } from './event-retention.ts'
import { deleteEvents, dropEventPartitions } from './partition-store.ts'

/**
 * Deletes logs and Idempotency-Keys after 24 hours, events and undelivered deliveries after seven days, and deliveries
 * of deleted subscriptions at once.
 */
export async function pruneDeliveries({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const before = toOldestEvent(now)
  await db.transaction().execute((tx) => emptyNextSlot(tx, now))
  await deleteInBatches((limit) => deleteOrphans(db, limit), signal)
  await deleteInBatches((limit) => deleteUnsent(db, { before, limit }), signal)
  await deleteIdempotencyKeys(db, toKeyExpiry(now), signal)
  await deleteInBatches((limit) => deleteEvents(db, { before, limit }), signal)
  await dropEventPartitions(db, before)
}
