import type { Deps } from '../../deps.ts'
import { toExpiry } from './claim.ts'
import { deleteExpiredKeys } from './idempotency-store.ts'

export const pruneKeys = ({ db, clock }: Deps, signal: AbortSignal): Promise<number> =>
  deleteExpiredKeys(db, toExpiry(clock.now()), signal)
