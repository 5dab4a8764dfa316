import type { Deps } from '../deps.ts'
import { findNextEnd, insertAudit, listEnded, revokeEnded } from './store.ts'

type EndDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/**
 * Marks rotated keys as revoked after their end; they are refused from that instant anyway. Each key has its own transaction,
 * because the last one of a lineage stops its subscriptions, and waits for their locks.
 */
export async function endRotated({ db, clock, random }: EndDeps): Promise<void> {
  const now = clock.now()
  for (const id of await listEnded(db, now))
    await db.transaction().execute(async (tx) => {
      if (await revokeEnded(tx, id))
        await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'ended', actor: 'the service', doneAt: now })
    })
}

/** The time until the next rotated key ends; infinite if none will. */
export async function untilEndMs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const end = await findNextEnd(db)
  return end ? Math.max(0, end.getTime() - clock.now().getTime()) : Infinity
}
