import { rollUp } from '../database/upkeep/roll-up.ts'
import type { Deps } from '../deps.ts'
import { deleteSeconds, hasActivity, rollUpHours } from './store.ts'

/** A day longer than the longest window. */
const retentionMs = 8 * 24 * 3600 * 1000

/** Adds up the activity of each hour. */
export async function rollUpActivity({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const keptSince = new Date(clock.now().getTime() - retentionMs)
  await deleteSeconds(db, keptSince, signal)
  await rollUp(db, {
    lock: 'activity_hours',
    tables: ['activity'],
    isDue: hasActivity,
    addUp: (tx, limit) => rollUpHours(tx, { keptSince, limit }),
  })
}
