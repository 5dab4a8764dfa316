import { rollUp } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import { deleteSeconds, hasActivity, rollUpHours } from './store.ts'

/** A day longer than the longest window. */
const retentionMs = 8 * 24 * 3600 * 1000

const toKeptSince = ({ clock }: Deps) => new Date(clock.now().getTime() - retentionMs)

/** Adds up the activity of each hour. */
export const rollUpActivity = (deps: Deps): Promise<void> =>
  rollUp(deps.db, {
    lock: 'activity_hours',
    tables: ['activity'],
    isDue: hasActivity,
    addUp: (tx, limit) => rollUpHours(tx, { keptSince: toKeptSince(deps), limit }),
  })

/**
 * Deletes the activity of old seconds. It may read all that is kept, because the embedded database has no statistics by
 * which to plan.
 */
export const pruneActivity = (deps: Deps, signal: AbortSignal): Promise<number> =>
  deleteSeconds(deps.db, toKeptSince(deps), signal)
