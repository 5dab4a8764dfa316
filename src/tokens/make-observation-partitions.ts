import { type Range, type RangedTable, makePartitions } from '../database/partitions.ts'
import type { Deps } from '../deps.ts'
import { refuseTruncation } from './observation-store.ts'

/** The end of the first partition (migrations/0210-tokens.sql). */
const first = Date.UTC(2027, 0)
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
export const makeObservationPartitions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  makePartitions(db, observations, listMonths(clock.now()))

function listMonths(now: Date): Range[] {
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead)
  const ranges: Range[] = []
  for (let start = first; start <= last; start = addMonth(start)) ranges.push(toRange(start))
  return ranges
}

const addMonth = (start: number): number => new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1)

const toRange = (start: number): Range => ({
  name: new Date(start).toISOString().slice(0, 7).replace('-', ''),
  from: new Date(start).toISOString(),
  to: new Date(addMonth(start)).toISOString(),
})
