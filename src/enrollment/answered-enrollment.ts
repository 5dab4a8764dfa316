import { toChecksumAddress } from '../platform/address.ts'
import type { Enrollment } from './schemas.ts'
import type { EnrollmentRow } from './store.ts'

/** An enrollment as it is answered and announced. */
export const answeredEnrollment = (kept: EnrollmentRow): Enrollment => ({
  enrollmentId: kept.enrollmentId,
  scoreRequestId: kept.scoreId,
  creatorAddress: toChecksumAddress(kept.creatorAddress),
  scheduledFor: kept.scheduledFor?.toISOString() ?? null,
  enrolledAt: kept.enrolledAt.toISOString(),
})
