import { dayMs } from '../../contract/time.ts'
import { type RangedTable, dropPartitions, listMonths, makePartitions } from '../database/partitions.ts'
import type { Deps } from '../deps.ts'

/** How long the index keeps a launch, at least. */
export const keptDays = 400
const monthsAhead = 2

const launches: RangedTable = { table: 'indexed_launches', key: 'launched_at', keyType: 'timestamptz' }

/** Makes the partitions of all months that the index keeps, and of some months ahead. */
export function makeLaunchPartitions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead))
  return makePartitions(db, launches, listMonths(getOldest(now), last))
}

/** Drops the months that the index keeps no longer. */
export const dropOldLaunches = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  dropPartitions(db, {
    table: launches.table,
    // as PostgreSQL writes the bound of a partition
    until: getOldest(clock.now()).toISOString().slice(0, 10),
    isNeeded: async () => false,
  })

const getOldest = (now: Date): Date => new Date(now.getTime() - keptDays * dayMs)
