import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import { toCohortName } from '../cohort.ts'
import { type RankedAggregate, countBins, countCohort } from '../ranking-count-store.ts'
import { toWindowStart } from '../windows.ts'
import { type Standing, toStanding } from './to-standing.ts'

const window = '7d'
const maxCohorts = 8
const binsMs = 60_000

/** Reads where scores stand among the comparable launches of the last 7 days. The bins of a cohort are kept for a minute. */
export function openStandings({
  reads,
  clock,
}: Pick<Deps, 'reads' | 'clock'>): (score: RankedAggregate) => Promise<Standing> {
  const bins = new LRUCache<string, Awaited<ReturnType<typeof countBins>>>({
    max: maxCohorts,
    ttl: binsMs,
    fetchMethod: (cohort) => countBins(reads, { cohort, window, since: toWindowStart(window, clock.now()) }),
  })
  return async (score) => {
    const cohort = toCohortName({ name: score.promptName, major: score.promptMajor })
    const [count, counted] = await Promise.all([
      countCohort(reads, { score, window, since: toWindowStart(window, clock.now()) }),
      bins.forceFetch(cohort),
    ])
    return toStanding(count, counted)
  }
}
