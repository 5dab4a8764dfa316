import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { countBins, countCohortOf } from '../ranking-count-store.ts'
import { toWindowStart } from '../windows.ts'
import type { Position } from '../../../contract/score-place.ts'
import { toPosition } from './to-position.ts'

const window = '7d'
const maxCohorts = 8
const binsMs = 60_000

/**
 * undefined: no such score; null: it is preliminary, or has a critical warning or a bad outcome (D110). The bins of a
 * cohort are cached for a minute.
 */
export function createPositionReader({
  reads,
  clock,
}: Deps): (scoreId: string) => Promise<Position | null | undefined> {
  const bins = new LRUCache<string, Awaited<ReturnType<typeof countBins>>>({
    max: maxCohorts,
    ttl: binsMs,
    fetchMethod: (cohort) => countBins(reads, { cohort, window, since: toWindowStart(window, clock.now()) }),
  })
  return async (scoreId) => {
    const count = await countCohortOf(reads, { scoreId, window, since: toWindowStart(window, clock.now()) })
    if (!count?.isCompared) return count && null
    return toPosition(count, await bins.forceFetch(count.cohort))
  }
}
