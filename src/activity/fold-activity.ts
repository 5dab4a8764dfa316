import type { Deps } from '../deps.ts'
import { bytesOfActivity, foldHours, hasActivity, tryLockHours, vacuumActivity } from './store.ts'

/** A day more than the longest window. */
const keptMs = 8 * 24 * 3600 * 1000

const mostBytes = 256 * 1024

/**
 * Counts by the hour what has happened since the last time; one replica at a time. No answer depends on it: who sums adds
 * what isn't counted yet, and only the cost grows with that.
 */
export async function foldActivity({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  if (!(await hasActivity(db))) return
  const keptSince = new Date(clock.now().getTime() - keptMs)
  await db.transaction().execute(async (tx) => {
    if (await tryLockHours(tx)) await foldHours(tx, keptSince)
  })
  // the embedded database never does so by itself, and every sum goes over what was deleted
  if ((await bytesOfActivity(db)) > mostBytes) await vacuumActivity(db)
}
