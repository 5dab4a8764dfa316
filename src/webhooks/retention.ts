import { dayMs } from '../../contract/time.ts'
import { makePartitions, type Range } from '../database/partitions.ts'
import { deleteInBatches } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import { deleteOrphans, deleteUnsent, emptyNextSlot } from './delivery-log-store.ts'
import { deleteEvents, dropEventPartitions, toFirstEventId, toOldestEvent } from './event-store.ts'
import { deleteIdempotencyKeys } from './subscription-store.ts'
import { toKeyExpiry } from './subscriptions.ts'

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

/** The job may fail for this long before an event has no partition. */
const daysAhead = 3

export const makeEventPartitions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const today = Math.floor(clock.now().getTime() / dayMs)
  const ranges = Array.from({ length: 1 + daysAhead }, (_, n) => toRange(today + n))
  return makePartitions(db, { table: 'outbox', key: 'id', keyType: 'text' }, ranges)
}

function toRange(day: number): Range {
  const start = new Date(day * dayMs)
  const end = new Date((day + 1) * dayMs)
  return {
    name: start.toISOString().slice(0, 10).replaceAll('-', ''),
    from: toFirstEventId(start),
    to: toFirstEventId(end),
  }
}
