import type { Db } from '../database/db.ts'
import { type Queues, getOldestAgeSeconds } from '../database/queue-depth.ts'
import type { QueueState } from './schemas.ts'

/** How many entries are due in each queue, and for how long. */
export const listQueues = ({ db, queues }: { db: Db; queues: Queues }, now: Date): Promise<QueueState[]> =>
  Promise.all(
    Object.entries(queues).map(async ([name, getDepth]) => {
      const depth = await getDepth(db, now)
      return { name, due: depth.due, oldestDueSeconds: getOldestAgeSeconds(depth, now) }
    }),
  )
