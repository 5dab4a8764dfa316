import type { Deps } from '../../deps.ts'
import { ApiError } from '../../platform/errors.ts'
import { createScoreNotFoundError } from '../../scoring/shown/create-score-not-found-error.ts'
import { refuseHidden } from '../../scoring/takedown/refuse-hidden.ts'
import { findEnrollment, findSubject } from '../store.ts'

/** Throws unless the score is visible, and enrolled by this creator (lower-case address). */
export async function requireOwnScore(
  db: Deps['reads'],
  { scoreId, creatorAddress }: { scoreId: string; creatorAddress: string },
): Promise<{ submissionId: string }> {
  const subject = await findSubject(db, scoreId)
  if (!subject) throw createScoreNotFoundError()
  refuseHidden(subject.hiddenReason)
  const enrollment = await findEnrollment(db, scoreId)
  if (!enrollment) throw new ApiError('conflict', 'This score is not enrolled. Enroll it, then appeal.')
  if (enrollment.creatorAddress !== creatorAddress)
    throw new ApiError('conflict', 'Another creator has enrolled this score. Only that wallet can appeal.')
  return subject
}
