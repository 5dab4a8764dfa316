import type { Deps } from '../../deps.ts'
import { deleteOrphans, deleteUnsent, emptyNextSlot } from '../../delivery/log-store.ts'
import { dayMs } from '../../platform/clock.ts'
import { deleteIdempotencyKeys } from '../subscriptions/idempotency-store.ts'
import { toKeyExpiry } from '../subscriptions/subscribe-once.ts'
import { deleteEvents, dropEventPartitions } from './partition-store.ts'

const eventRetentionMs = 7 * dayMs
const batchSize = 1_000

/**
 * Deletes logs and Idempotency-Keys after 24 hours; events, and the deliveries of subscriptions that are not active, after
 * seven days; the deliveries of deleted subscriptions at once.
 */
export async function pruneDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - eventRetentionMs)
  await db.transaction().execute((tx) => emptyNextSlot(tx, now))
  await deleteInBatches(() => deleteOrphans(db, batchSize), signal)
  await deleteInBatches(() => deleteUnsent(db, { before, limit: batchSize }), signal)
  await deleteIdempotencyKeys(db, toKeyExpiry(now))
  await deleteInBatches(() => deleteEvents(db, { before, limit: batchSize }), signal)
  await dropEventPartitions(db, before)
}

async function deleteInBatches(deleteSome: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deleteSome()) >= batchSize);
}
