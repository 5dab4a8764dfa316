import type { Tx } from '../../database/db.ts'
import { mentionedHandles } from '../../signals/mentioned-handles.ts'
import { getSigning, insertSignedHandles } from './handle-store.ts'

/** The lowest creator signal whose mentions and claims of handles count against others (D75). */
const minCreatorScore = 50

/** Records the handle and the mentions of an enrolled score, if its creator is an established one. */
export async function signHandles(tx: Tx, { scoreId, at }: { scoreId: string; at: Date }): Promise<void> {
  const { creatorScore, description, ...signing } = await getSigning(tx, scoreId)
  if (creatorScore < minCreatorScore) return
  await insertSignedHandles(tx, { ...signing, mentions: mentionedHandles(description), at })
}
