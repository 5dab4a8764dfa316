import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { forEachRow } from '../database/for-each-row.ts'
import { findNextEnd, insertAudit, listEnded, revokeEnded } from './store.ts'

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
