import { sql } from 'kysely'

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
