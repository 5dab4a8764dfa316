import type { Deps } from '../../deps.ts'
import { toExpiry } from './claim.ts'
import { deleteExpiredKeys } from './idempotency-store.ts'

/** Deletes the Idempotency-Keys that have expired; returns how many. */
export const pruneKeys = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteExpiredKeys(db, toExpiry(clock.now()), signal)
