import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Add to a statement's RETURNING list: its commit does not wait for the disk. Use it only for rows that a power cut may
 * lose.
 */
export const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`.as('flush')

/**
 * A PostgreSQL array of values whose texts have no control characters, such as ids, times and JSON. The driver's own form of
 * an array takes several times as long. A date is written as ISO 8601, and null as null.
 */
export const toArrayLiteral = (values: (string | number | boolean | Date | null)[]): string =>
  `{${JSON.stringify(values).slice(1, -1)}}`

export interface QueueDepth {
  /** Entries that are due, counted up to `maxCounted`. */
  due: number
  /** When the oldest of them became due. */
  oldest: Date | null
}

/** The queues by the name that operators see, each with its measurement. */
export type Queues = Record<string, (db: Db, now: Date) => Promise<QueueDepth>>

/** Bounds the index entries that one measurement reads, however long the queue is. */
export const maxCounted = 10_000

/** Measures the queue whose due entries `waiting` selects: their time as `at`, the oldest first, at most `maxCounted`. */
export async function measureQueue(db: Db, waiting: RawBuilder<unknown>): Promise<QueueDepth> {
  const { rows } = await sql<QueueDepth>`
    select count(*)::int as due, min(at) as oldest from (${waiting}) as waiting`.execute(db)
  return rows[0] ?? { due: 0, oldest: null }
}

/** How long the oldest entry has been due; 0 when none is. */
export const getOldestAgeSeconds = ({ oldest }: QueueDepth, now: Date): number =>
  oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0
