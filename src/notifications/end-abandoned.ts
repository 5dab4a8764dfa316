import type { Deps } from '../deps.ts'
import { endAbandonedSend, listAbandonedSends, lockSlot, settleSlot } from './store.ts'

/** After this no slot is of use any more, whichever it is. */
const uselessAfterMs = 3_600_000

/**
 * Ends what waits for a transport that is no longer configured, an hour after its time: a replica that still has the
 * transport, in a deployment that is under way, has had its chance. Returns how many.
 */
export async function endAbandoned({
  db,
  transports,
  clock,
}: Pick<Deps, 'db' | 'transports' | 'clock'>): Promise<number> {
  const now = clock.now()
  const due = { before: new Date(now.getTime() - uselessAfterMs), transports: transports.map(({ name }) => name) }
  const sends = await listAbandonedSends(db, due)
  for (const { id, slotId } of sends)
    await db.transaction().execute(async (tx) => {
      await lockSlot(tx, slotId)
      await endAbandonedSend(tx, id, now)
      await settleSlot(tx, slotId)
    })
  return sends.length
}
