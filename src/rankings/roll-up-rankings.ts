import { rollUp } from '../database/upkeep.ts'
import type { Deps } from '../deps.ts'
import { hourMs } from '../../contract/time.ts'
import { deleteFormer, isRollupDue, rollUpChanges } from './ranking-count-store.ts'
import { toWindowStarts } from './windows.ts'

/** Longer than a cursor stays valid. */
const formerRetentionMs = 3 * hourMs

export async function rollUpRankings({ db, clock }: Deps, signal: AbortSignal): Promise<void> {
  const now = clock.now()
  const starts = toWindowStarts(now)
  await deleteFormer(db, new Date(now.getTime() - formerRetentionMs), signal)
  await rollUp(db, {
    lock: 'ranking_counts',
    tables: ['ranking_changes', 'former_rankings'],
    isDue: () => isRollupDue(db, starts),
    addUp: (tx, limit) => rollUpChanges(tx, starts, limit),
  })
}
