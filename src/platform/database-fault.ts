import { DatabaseError } from 'pg'

/**
 * The embedded database has stopped by itself, as PostgreSQL does when it can't write its log. It is opened again once writes
 * succeed.
 */
export class DatabaseStopped extends Error {
  constructor(options?: ErrorOptions) {
    super('The embedded database has stopped.', options)
  }
}

/** The database can't be reached, or the connection was lost before the response. */
export class DatabaseOutage extends Error {
  constructor(cause: Error) {
    super(`The database is unavailable: ${cause.message}`, { cause })
  }
}

const diskFullState = '53100'
const readOnlyState = '25006'

/** Whether a write was refused because the session, or the whole server, is read-only. */
export const isReadOnlyFault = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === readOnlyState

/** Whether the database refuses writes because its disk is full or it is read-only. */
export const isStorageFault = (error: unknown): boolean =>
  error instanceof DatabaseStopped ||
  isReadOnlyFault(error) ||
  (error instanceof DatabaseError && error.code === diskFullState)

/**
 * Connections (08; poolers report all of theirs so), transactions that were idle for too long (25P03), named statements that
 * are not as expected (26000, 42P05: of those sent before the response to the first one, the first one failed), resources
 * (53), statements that took too long (57014), shutdown and recovery (57P01 to 57P05), the server's own system calls (58).
 */
const outageCodes = /^(08|25P03|26000|42P05|53|57014|57P0|58)/

/** Whether the database failed, and not the statement. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseOutage || (error instanceof DatabaseError && outageCodes.test(error.code ?? ''))
