import type { Tx } from '../../database/db.ts'
import { updateBoundToken, updateUnbound } from '../store.ts'

/** From now on the scores of the submission speak for the token's contract (lower-case address), before all others (D61). */
export const markBound = (tx: Tx, bound: { submissionId: string; token: string }): Promise<void> =>
  updateBoundToken(tx, bound)

/** From now on they speak for the contract of their submission again, as any others (D61). */
export const unmarkBound = (tx: Tx, bound: { submissionId: string; token: string }): Promise<void> =>
  updateUnbound(tx, bound)
