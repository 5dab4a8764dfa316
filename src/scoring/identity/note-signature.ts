import type { Tx } from '../../database/db.ts'
import { mentionedHandles } from '../../signals/mentioned-handles.ts'
import { getSigning, insertSignedHandles, updateSignerScore } from './handle-store.ts'

/** The lowest creator signal whose mentions and claims of handles count against others (D75). */
const minCreatorScore = 50

/**
 * Records what the signature for a score gives its submission: weight against later copies by the creator signal, and, for an
 * established creator, its handle and mentions.
 */
export async function noteSignature(tx: Tx, { scoreId, at }: { scoreId: string; at: Date }): Promise<void> {
  const { creatorScore, isMeasured, description, ...signing } = await getSigning(tx, scoreId)
  if (isMeasured) await updateSignerScore(tx, signing.submissionId, creatorScore)
  if (creatorScore < minCreatorScore) return
  await insertSignedHandles(tx, { ...signing, mentions: mentionedHandles(description), at })
}
