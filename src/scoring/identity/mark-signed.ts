import type { Tx } from '../../database/db.ts'
import { updateSignedAt } from '../store.ts'

/**
 * Marks a submission as signed by its creator's wallet: from then on the creator's mentions and claims count in the social
 * signal. The time of the first signature stays.
 */
export const markSigned = (tx: Tx, { submissionId, at }: { submissionId: string; at: Date }): Promise<void> =>
  updateSignedAt(tx, submissionId, at)
