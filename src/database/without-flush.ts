import { sql } from 'kysely'

/**
 * Add to a statement's RETURNING list: its commit does not wait for the disk. Use it only for rows that a power cut may
 * lose.
 */
export const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`.as('flush')
