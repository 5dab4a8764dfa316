import { getAttestationQueueDepth } from '../attestation/publishing/job-store.ts'
import type { Queues } from '../database/queue-depth.ts'
import { getDeliveryQueueDepth } from '../delivery/queue-store.ts'
import { getSlotQueueDepth } from '../schedule/store.ts'

export const queues: Queues = {
  attestations: getAttestationQueueDepth,
  notifications: getSlotQueueDepth,
  webhooks: getDeliveryQueueDepth,
}
