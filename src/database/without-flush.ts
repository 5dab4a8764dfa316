import { sql } from 'kysely'

/**
 * Among what a statement returns: its commit doesn't wait for the disk. For what may be lost with the machine's power;
 * whatever commits after it in the usual way takes it along.
 */
export const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`.as('flush')
