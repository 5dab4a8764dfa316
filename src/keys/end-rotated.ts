import type { Deps } from '../deps.ts'
import { findNextEnd, insertAudit, revokeEnded } from './store.ts'

type EndDeps = Pick<Deps, 'db' | 'clock' | 'random'>

/** Writes down that rotated keys have come to their end: from that instant they are refused anyway. */
export async function endRotated({ db, clock, random }: EndDeps): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { id } of await revokeEnded(tx, now))
      await insertAudit(tx, { id: random.uuid(), keyId: id, action: 'ended', actor: 'the service', doneAt: now })
  })
}

/** How long until the next rotated key ends; infinite when none will. */
export async function untilEndMs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const end = await findNextEnd(db)
  return end ? Math.max(0, end.getTime() - clock.now().getTime()) : Infinity
}
