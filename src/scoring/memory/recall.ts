import type { Image } from '../../providers/images/images.ts'
import type { Memory } from '../../signals/measure.ts'
import type { Submission } from '../../signals/schemas.ts'
import { findKnownToken } from '../known-tokens/find-known-token.ts'
import { findEarlier } from './find-earlier.ts'
import { type RecallDeps, recallPicture } from './recall-picture.ts'
import type { Recalled } from './recalled.ts'

/** Finds what a submission resembles: earlier submissions by other creators, and well-known tokens. */
export async function recall(
  deps: RecallDeps,
  { submission, image }: { submission: Submission; image: Image },
  signal: AbortSignal,
): Promise<Recalled> {
  const { pictureKey, groups } = await recallPicture(deps, image, signal)
  const earlier = await findEarlier(deps.db, submission, groups)
  return { pictureKey, earlier, knownToken: findKnownToken(submission) }
}

/** The part of it that the judged signals use. */
export function toMemory({ pictureKey, earlier }: Recalled): Memory {
  const copied = earlier.find(({ isCopied }) => isCopied)
  return { pictureKey, copyOf: copied ? `score ${copied.scoreId}` : null }
}
