import type { Tx } from '../../database/db.ts'
import { updateBoundToken, updateUnbound } from '../store.ts'

/** From now on the scores of the submission represent the token's contract (D61). */
export const markBound = (tx: Tx, bound: { submissionId: string; token: string }): Promise<void> =>
  updateBoundToken(tx, bound)

export const unmarkBound = (tx: Tx, bound: { submissionId: string; token: string }): Promise<void> =>
  updateUnbound(tx, bound)
