import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { countBins, countCohortOf } from '../ranking-count-store.ts'
import { toWindowStart } from '../windows.ts'
import { type Standing, toStanding } from './to-standing.ts'

const window = '7d'
const maxCohorts = 8
const binsMs = 60_000

/**
 * Reads by a score's id where it stands among the comparable launches of the last 7 days; undefined: there is no such
 * score. The bins of a cohort are kept for a minute.
 */
export function createStandingReader({
  reads,
  clock,
}: Pick<Deps, 'reads' | 'clock'>): (scoreId: string) => Promise<Standing | undefined> {
  const bins = new LRUCache<string, Awaited<ReturnType<typeof countBins>>>({
    max: maxCohorts,
    ttl: binsMs,
    fetchMethod: (cohort) => countBins(reads, { cohort, window, since: toWindowStart(window, clock.now()) }),
  })
  return async (scoreId) => {
    const count = await countCohortOf(reads, { scoreId, window, since: toWindowStart(window, clock.now()) })
    return count && toStanding(count, await bins.forceFetch(count.cohort))
  }
}
