import { rollUp } from '../database/upkeep/roll-up.ts'
import type { Deps } from '../deps.ts'
import { hasActivity, rollUpHours } from './store.ts'

/** A day longer than the longest window. */
const retentionMs = 8 * 24 * 3600 * 1000

/** Adds up the activity of each hour. */
export const rollUpActivity = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  rollUp(db, {
    lock: 'activity_hours',
    tables: ['activity'],
    isDue: hasActivity,
    addUp: (tx) => rollUpHours(tx, new Date(clock.now().getTime() - retentionMs)),
  })
