import { toChecksumAddress } from '../../contract/address.ts'
import type { Enrollment } from '../../contract/schemas/enrollment.ts'
import type { EnrollmentRow } from './store.ts'

export const toEnrollmentResponse = (row: EnrollmentRow): Enrollment => ({
  enrollmentId: row.enrollmentId,
  scoreRequestId: row.scoreId,
  creatorAddress: toChecksumAddress(row.creatorAddress),
  scheduledFor: row.scheduledFor?.toISOString() ?? null,
  enrolledAt: row.enrolledAt.toISOString(),
})
