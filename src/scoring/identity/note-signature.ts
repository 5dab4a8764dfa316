import type { Tx } from '../../database/db.ts'
import { mentionedHandles } from '../../signals/mentioned-handles.ts'
import { getSigning, insertSignedHandles, updateSignerScore } from './handle-store.ts'

/** The lowest creator signal whose mentions and claims count against others (D75). */
const minCreatorScore = 50

/**
 * Records what a signature gives its submission: weight against later copies and, for an established creator, its
 * handle and mentions.
 */
export async function noteSignature(tx: Tx, { scoreId, at }: { scoreId: string; at: Date }): Promise<void> {
  const { creatorScore, isMeasured, description, ...signing } = await getSigning(tx, scoreId)
  if (isMeasured) await updateSignerScore(tx, signing.submissionId, creatorScore)
  if (creatorScore < minCreatorScore) return
  await insertSignedHandles(tx, { ...signing, mentions: mentionedHandles(description), at })
}
