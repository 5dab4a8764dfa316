import type { Db } from '../deps.ts'
import type { QueueState } from './schemas.ts'
import { type Backlog, findDueSlots, findWaitingAttestations, findWaitingEvents } from './store.ts'

/** Whoever waits, by name; each reads no more than `most` entries of an index, however long the queue is. */
const queues: Record<string, (db: Db, now: Date) => Promise<Backlog>> = {
  attestations: (db) => findWaitingAttestations(db, most),
  notifications: (db, now) => findDueSlots(db, now, most),
  outbox: (db) => findWaitingEvents(db, most),
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
