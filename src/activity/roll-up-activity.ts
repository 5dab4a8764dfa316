import { rollUp } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import { deleteSeconds, hasActivity, rollUpHours } from './store.ts'

/** A day longer than the longest window. */
const retentionMs = 8 * 24 * 3600 * 1000

const toKeptSince = ({ clock }: Deps) => new Date(clock.now().getTime() - retentionMs)

export const rollUpActivity = (deps: Deps): Promise<void> =>
  rollUp(deps.db, {
    lock: 'activity_hours',
    tables: ['activity'],
    isDue: hasActivity,
    addUp: (tx, limit) => rollUpHours(tx, { keptSince: toKeptSince(deps), limit }),
  })

/** May read everything, because the embedded database has no statistics to plan by. */
export const pruneActivity = (deps: Deps, signal: AbortSignal): Promise<number> =>
  deleteSeconds(deps.db, toKeptSince(deps), signal)
