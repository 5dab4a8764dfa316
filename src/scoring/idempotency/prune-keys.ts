import type { Deps } from '../../deps.ts'
import { toExpiry } from './claim.ts'
import { deleteExpiredKeys } from './idempotency-store.ts'

/** Deletes the Idempotency-Keys that have expired; returns how many. */
export const pruneKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<number> =>
  deleteExpiredKeys(db, toExpiry(clock.now()), signal)
