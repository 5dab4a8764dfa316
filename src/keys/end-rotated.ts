import type { Deps } from '../deps.ts'
import { findNextEnd, insertAudit, revokeEnded } from './store.ts'

type EndDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Marks rotated keys as revoked after their end; they are refused from that instant anyway. */
export async function endRotated({ db, clock, random }: EndDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { id } of await revokeEnded(tx, now))
      await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'ended', actor: 'the service', doneAt: now })
  })
}

/** The time until the next rotated key ends; infinite if none will. */
export async function untilEndMs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const end = await findNextEnd(db)
  return end ? Math.max(0, end.getTime() - clock.now().getTime()) : Infinity
}
