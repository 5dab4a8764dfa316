import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Band } from '../../contract/schemas/score.ts'
import { type Verified, toVerifiedColumns } from '../scoring/verify-signature.ts'

export interface Subject {
  submissionId: string
  creatorAddress: string
  hasStubs: boolean
  band: Band
  hiddenReason: string | null
}

export const findSubject = (db: Db, scoreId: string): Promise<Subject | undefined> =>
  db
    .selectFrom('scores')
    .innerJoin('submissions', 'submissions.id', 'scores.submission_id')
    .select(['submission_id as submissionId', 'creator_address as creatorAddress', 'has_stubs as hasStubs', 'band'])
    .select('hidden_reason as hiddenReason')
    .where('scores.id', '=', scoreId)
    .executeTakeFirst()

export interface EnrollmentRow {
  enrollmentId: string
  scoreId: string
  creatorAddress: string
  scheduledFor: Date | null
  enrolledAt: Date
}

export const findEnrollment = (
  db: Db,
  scoreId: string,
): Promise<(EnrollmentRow & { hiddenReason: string | null }) | undefined> =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .select(['e.id as enrollmentId', 'score_id as scoreId', 'e.creator_address as creatorAddress'])
    .select(['scheduled_for as scheduledFor', 'enrolled_at as enrolledAt', 'hidden_reason as hiddenReason'])
    .where('score_id', '=', scoreId)
    .executeTakeFirst()

export interface Launch {
  enrollmentId: string
  scoreId: string
  submissionId: string
  creatorAddress: string
  /** null: CHAIN_ID. */
  chainId: number | null
  scheduledFor: Date | null
  hiddenReason: string | null
}

/** By its own id or the id of its score (D28). */
export const findLaunch = (db: Db, id: string): Promise<Launch | undefined> =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .select(['e.id as enrollmentId', 'score_id as scoreId', 'e.creator_address as creatorAddress'])
    .select(['e.submission_id as submissionId', 'scheduled_for as scheduledFor', 'hidden_reason as hiddenReason'])
    .select(sql<number | null>`u.chain_id::float8`.as('chainId'))
    .where((where) => where.or([where('e.id', '=', id), where('score_id', '=', id)]))
    .executeTakeFirst()

interface Enroller {
  enrollmentId: string
  scoreId: string
  scheduleVersion: number
  /** Lower case. */
  creator: string
  /** The hash of the enrolling network; null: unknown. */
  enrolledFrom: string | null
  isHidden: boolean
}

export async function listEnrollers(db: Db, enrollmentIds: string[]): Promise<Enroller[]> {
  if (enrollmentIds.length === 0) return []
  return db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .select(['e.id as enrollmentId', 'e.score_id as scoreId', 'schedule_version as scheduleVersion'])
    .select('e.creator_address as creator')
    .select(['enrolled_from as enrolledFrom', sql<boolean>`hidden_reason is not null`.as('isHidden')])
    .where('e.id', '=', sql<string>`any(${enrollmentIds})`)
    .execute()
}

export async function insertEnrollment(
  tx: Tx,
  row: {
    enrollmentId: string
    scoreId: string
    subject: Subject
    message: string
    signature: string
    verified: Verified
    enrolledFrom: string | null
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
      ...toVerifiedColumns(verified),
      band: subject.band,
      enrolled_from: row.enrolledFrom,
      enrolled_at: row.enrolledAt,
    })
    .onConflict((conflict) => conflict.column('score_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Serialises schedule changes until the transaction ends. */
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
