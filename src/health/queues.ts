import { getAttestationQueueDepth } from '../attestation/publishing/job-store.ts'
import type { Db } from '../database/db.ts'
import type { QueueDepth } from '../database/queue-depth.ts'
import { getDeliveryQueueDepth } from '../delivery/queue-store.ts'
import { getSlotQueueDepth } from '../schedule/store.ts'

/** The queues of the database, by the name that operators see. */
export const queues: Record<string, (db: Db, now: Date) => Promise<QueueDepth>> = {
  attestations: getAttestationQueueDepth,
  notifications: getSlotQueueDepth,
  webhooks: getDeliveryQueueDepth,
}

export const getOldestAgeSeconds = ({ oldest }: QueueDepth, now: Date): number =>
  oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0
