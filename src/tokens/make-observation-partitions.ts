import { type RangedTable, listMonths, makePartitions } from '../database/partitions.ts'
import type { Deps } from '../deps.ts'
import { refuseTruncation } from './observation-store.ts'

/** The end of the first partition (migrations/0210-tokens.sql). */
const first = new Date(Date.UTC(2027, 0))
const monthsAhead = 2

const observations: RangedTable = {
  table: 'observations',
  key: 'seen_at',
  keyType: 'timestamptz',
  addTriggers: refuseTruncation,
}

/**
 * Makes the partitions of observations for all months from the first to some months ahead, also for those that an import
 * brings.
 */
export function makeObservationPartitions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead))
  return makePartitions(db, observations, listMonths(first, last))
}
