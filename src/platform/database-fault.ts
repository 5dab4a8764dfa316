import { DatabaseError } from 'pg'

/** The embedded database stops itself when it can't write its log, and is reopened once writes succeed. */
export class DatabaseStopped extends Error {
  constructor(options?: ErrorOptions) {
    super('The embedded database has stopped, because its disk has no room for its log.', options)
  }
}

export class DiskNearlyFull extends Error {
  constructor({ freeBytes, minFreeBytes }: { freeBytes: number; minFreeBytes: number }) {
    const [free, needed] = [freeBytes, minFreeBytes].map((bytes) => Math.floor(bytes / 1024 ** 2))
    super(`The disk is nearly full: ${free} MiB are free, and the embedded database needs ${needed} MiB to write.`)
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

/** Another process could not store anything. */
export class ReportedStorageFault extends Error {
  readonly fault: StorageFault

  constructor(fault: StorageFault) {
    super(`The scorer could not write: ${fault}.`)
    this.fault = fault
  }
}

export const isReadOnlyFault = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === readOnlyState

export type StorageFault = 'disk_full' | 'read_only'

/** null: the write failed for another reason. */
export function toStorageFault(error: unknown): StorageFault | null {
  if (error instanceof ReportedStorageFault) return error.fault
  if (error instanceof DiskNearlyFull || error instanceof DatabaseStopped) return 'disk_full'
  if (error instanceof DatabaseError && error.code === diskFullState) return 'disk_full'
  return isReadOnlyFault(error) ? 'read_only' : null
}

export const isStorageFault = (error: unknown): boolean => toStorageFault(error) !== null

/**
 * Connections (08; poolers report all of theirs so), transactions that were idle for too long (25P03), named statements that
 * are not as expected (26000, 42P05: of those sent before the response to the first one, the first one failed), resources
 * (53), statements that took too long (57014), shutdown and recovery (57P01 to 57P05), the server's own system calls (58).
 */
const outageCodes = /^(08|25P03|26000|42P05|53|57014|57P0|58)/

export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseOutage || (error instanceof DatabaseError && outageCodes.test(error.code ?? ''))
