import type { Deps } from '../deps.ts'
import { bytesOfChanges, foldChanges, hasUncounted, tryLockCounts, vacuumChanges } from './count-store.ts'
import { startsOf } from './windows.ts'

const mostBytes = 256 * 1024

/**
 * Brings the counts of standings up to now; one replica at a time. No answer depends on it: reads add what isn't counted
 * yet, and only their cost grows with that.
 */
export async function foldStandings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const starts = startsOf(clock.now())
  if (!(await hasUncounted(db, starts))) return
  await db.transaction().execute(async (tx) => {
    if (await tryLockCounts(tx)) await foldChanges(tx, starts)
  })
  // the embedded database never does so by itself, and every read goes over what was deleted
  if ((await bytesOfChanges(db)) > mostBytes) await vacuumChanges(db)
}
