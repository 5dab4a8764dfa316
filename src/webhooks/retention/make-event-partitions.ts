import { type Range, makePartitions } from '../../database/partitions.ts'
import type { Deps } from '../../deps.ts'
import { dayMs } from '../../../contract/durations.ts'
import { toFirstEventId } from './partition-store.ts'

/** The job may fail for this long before an event has no partition. */
const daysAhead = 3

export const makeEventPartitions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const today = Math.floor(clock.now().getTime() / dayMs)
  const ranges = Array.from({ length: 1 + daysAhead }, (_, n) => toRange(today + n))
  return makePartitions(db, { table: 'outbox', key: 'id', keyType: 'text' }, ranges)
}

function toRange(day: number): Range {
  const start = new Date(day * dayMs)
  const end = new Date((day + 1) * dayMs)
  return {
    name: start.toISOString().slice(0, 10).replaceAll('-', ''),
    from: toFirstEventId(start),
    to: toFirstEventId(end),
  }
}
