import { dayMs } from '../../contract/time.ts'
import type { Tx } from '../database/db.ts'
import { forEachRow } from '../database/for-each-row.ts'
import type { Deps } from '../deps.ts'
import { toDay } from '../platform/time.ts'
import { deleteKeyUsage, findNextEnd, insertAudit, listEnded, revokeEnded } from './store.ts'

/**
 * Each key has its own transaction, because ending the last key of a lineage stops its subscriptions and waits for
 * their locks.
 */
export async function endRotated({ db, clock, random, log }: Deps, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const end = async (tx: Tx, id: string) => {
    if (await revokeEnded(tx, id))
      await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'ended', actor: 'the service', doneAt: now })
  }
  const ended = await listEnded(db, now)
  const work = (id: string) => db.transaction().execute((tx) => end(tx, id))
  await forEachRow({ rows: ended, toId: (id) => id, work }, { log, signal })
}

/** The time until the next rotated key ends; infinite if none will. */
export async function untilEndMs({ db, clock }: Deps): Promise<number> {
  const end = await findNextEnd(db)
  return end ? Math.max(0, end.getTime() - clock.now().getTime()) : Infinity
}

/** How many days the counts of API keys are kept, for their holders. */
export const keptUsageDays = 90

export const pruneKeyUsage = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteKeyUsage(db, toDay(new Date(clock.now().getTime() - keptUsageDays * dayMs)), signal)
