import { rollUp } from '../database/upkeep/roll-up.ts'
import type { Deps } from '../deps.ts'
import { hourMs } from '../platform/clock.ts'
import { deleteFormer, isRollupDue, rollUpChanges } from './ranking-count-store.ts'
import { toWindowStarts } from './windows.ts'

/** Longer than a cursor of a leaderboard stays valid. */
const formerRetentionMs = 3 * hourMs

/** Brings the counts of the rankings up to date, for each window from its present start. */
export function rollUpRankings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const starts = toWindowStarts(clock.now())
  return rollUp(db, {
    lock: 'ranking_counts',
    tables: ['ranking_changes', 'former_rankings'],
    isDue: () => isRollupDue(db, starts),
    addUp: async (tx) => {
      await rollUpChanges(tx, starts)
      await deleteFormer(tx, new Date(clock.now().getTime() - formerRetentionMs))
    },
  })
}
