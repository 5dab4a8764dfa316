import type { Tx } from '../../database/db.ts'
import { updateSignedAt } from '../store.ts'

/** From now on the creator's mentions and claims count in the social signal. The time of the first signature stays. */
export const markSigned = (tx: Tx, { submissionId, at }: { submissionId: string; at: Date }): Promise<void> =>
  updateSignedAt(tx, submissionId, at)
