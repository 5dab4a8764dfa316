import type { Db } from '../deps.ts'
import type { QueueState } from './schemas.ts'
import { type Backlog, findDueSlots, findDueDeliveries, findWaitingAttestations } from './store.ts'

/** Whoever waits, by name; each reads at most `most` entries of an index, of webhooks for each subscription, however long it is. */
const queues: Record<string, (db: Db, now: Date) => Promise<Backlog>> = {
  attestations: (db) => findWaitingAttestations(db, most),
  notifications: (db, now) => findDueSlots(db, now, most),
  webhooks: (db, now) => findDueDeliveries(db, now, most),
}

const most = 10_000

/** How much is due in each queue, and for how long. */
export const listQueues = (db: Db, now: Date): Promise<QueueState[]> =>
  Promise.all(
    Object.entries(queues).map(async ([name, find]) => {
      const { due, oldest } = await find(db, now)
      return { name, due, oldestDueSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0 }
    }),
  )
