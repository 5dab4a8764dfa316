import type { Tx } from '../../database/db.ts'
import { updateBoundToken } from '../store.ts'

/** From now on the scores of the submission speak for the token's contract (lower-case address), before all others (D61). */
export const markBound = (tx: Tx, bound: { submissionId: string; token: string }): Promise<void> =>
  updateBoundToken(tx, bound)
