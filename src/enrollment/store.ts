import type { Db, Tx } from '../deps.ts'
import type { Band } from '../scoring/schemas.ts'
import type { PlannedSlot } from './slots.ts'
import type { Verified } from './verify-signature.ts'

/** A score as enrolling looks at it. */
export interface Subject {
  submissionId: string
  /** Lower case. */
  creatorAddress: string
  hasStubs: boolean
  band: Band
}

export const findSubject = (db: Db, scoreId: string): Promise<Subject | undefined> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['submission_id as submissionId', 'creator_address as creatorAddress', 'has_stubs as hasStubs', 'band'])
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()

/** An enrollment as it is kept; `creatorAddress` is lower case. */
export interface EnrollmentRow {
  enrollmentId: string
  scoreId: string
  creatorAddress: string
  scheduledFor: Date | null
  enrolledAt: Date
}

export const findEnrollment = (db: Db, scoreId: string): Promise<EnrollmentRow | undefined> =>
  db
    .selectFrom('enrollments')
    .select(['id as enrollmentId', 'score_id as scoreId', 'creator_address as creatorAddress'])
    .select(['scheduled_for as scheduledFor', 'enrolled_at as enrolledAt'])
    .where('score_id', '=', scoreId)
    .executeTakeFirst()

/** False when the score is enrolled already: of several at once the first one's stays. */
export async function insertEnrollment(
  tx: Tx,
  row: {
    enrollmentId: string
    scoreId: string
    subject: Subject
    message: string
    signature: string
    verified: Verified
    enrolledAt: Date
  },
): Promise<boolean> {
  const { subject, verified } = row
  const inserted = await tx
    .insertInto('enrollments')
    .values({
      id: row.enrollmentId,
      score_id: row.scoreId,
      submission_id: subject.submissionId,
      creator_address: subject.creatorAddress,
      message: row.message,
      signature: Buffer.from(row.signature.slice(2), 'hex'),
      verified_by: verified.by,
      ...(verified.by === 'contract' && {
        verified_chain_id: String(verified.chainId),
        verified_block: String(verified.block),
      }),
      band: subject.band,
      enrolled_at: row.enrolledAt,
    })
    .onConflict((conflict) => conflict.column('score_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The schedule as it stands, held against other changes until the transaction ends. */
export async function lockSchedule(
  tx: Tx,
  enrollmentId: string,
): Promise<{ scheduledFor: Date | null; version: number }> {
  const row = await tx
    .selectFrom('enrollments')
    .select(['scheduled_for', 'schedule_version'])
    .where('id', '=', enrollmentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { scheduledFor: row.scheduled_for, version: row.schedule_version }
}

export async function updateSchedule(
  tx: Tx,
  { enrollmentId, scheduledFor, version }: { enrollmentId: string; scheduledFor: Date | null; version: number },
): Promise<void> {
  await tx
    .updateTable('enrollments')
    .set({ scheduled_for: scheduledFor, schedule_version: version })
    .where('id', '=', enrollmentId)
    .execute()
}

export async function cancelPendingSlots(tx: Tx, enrollmentId: string): Promise<void> {
  await tx
    .updateTable('notification_slots')
    .set({ state: 'cancelled' })
    .where('enrollment_id', '=', enrollmentId)
    .where('state', '=', 'pending')
    .execute()
}

export async function insertSlots(
  tx: Tx,
  row: { enrollmentId: string; version: number; scheduledFor: Date; slots: (PlannedSlot & { id: string })[] },
): Promise<void> {
  const { enrollmentId, version, scheduledFor, slots } = row
  const values = slots.map(({ id, slot, sendAt, state }) => ({
    id,
    enrollment_id: enrollmentId,
    slot,
    schedule_version: version,
    scheduled_for: scheduledFor,
    send_at: sendAt,
    state,
  }))
  await tx.insertInto('notification_slots').values(values).execute()
}
