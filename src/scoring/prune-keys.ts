import type { Deps } from '../deps.ts'
import { deleteForgottenKeys } from './idempotency-store.ts'
import { forgottenBefore } from './score-once.ts'

/** Forgets the Idempotency-Keys of more than 24 h ago (D22); returns how many. */
export const pruneKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteForgottenKeys(db, forgottenBefore(clock.now()))
