import type { Deps } from '../deps.ts'
import { deleteEvents } from './feed-store.ts'
import { deleteOrphans, emptyNextSlot } from './log-store.ts'

/** As long as the feed reaches back. */
const keptEventsMs = 7 * 24 * 3_600_000
const atOnce = 1_000

/** Removes what is not kept any more: logs past their 24 hours, events past their seven days, deliveries to nobody. */
export async function pruneDeliveries({ db, clock }: Pick<Deps, 'db' | 'clock'>, stopped: AbortSignal): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - keptEventsMs)
  await db.transaction().execute((tx) => emptyNextSlot(tx, now))
  await untilFew(() => deleteOrphans(db, atOnce), stopped)
  await untilFew(() => deleteEvents(db, { before, limit: atOnce }), stopped)
}

async function untilFew(deleteSome: () => Promise<number>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted && (await deleteSome()) >= atOnce);
}
