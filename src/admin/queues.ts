import type { Db } from '../database/db.ts'
import { getOldestAgeSeconds } from '../database/queue-depth.ts'
import { queues } from '../health/queues.ts'
import type { QueueState } from '../../contract/schemas/admin.ts'

export const listQueues = (db: Db, now: Date): Promise<QueueState[]> =>
  Promise.all(
    Object.entries(queues).map(async ([name, getDepth]) => {
      const depth = await getDepth(db, now)
      return { name, due: depth.due, oldestDueSeconds: getOldestAgeSeconds(depth, now) }
    }),
  )
