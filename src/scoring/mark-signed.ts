import type { Tx } from '../deps.ts'
import { updateSignedAt } from './store.ts'

/**
 * Counts a submission as signed for by its creator's wallet: from then on the social signal believes the creator's
 * mentions and claims. The first signature's time stays.
 */
export const markSigned = (tx: Tx, { submissionId, at }: { submissionId: string; at: Date }): Promise<void> =>
  updateSignedAt(tx, submissionId, at)
