import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { WarningCode } from '../../contract/schemas/score.ts'

export interface ContractReading {
  /** Its key. */
  contract: string
  scoreId: string
  submissionId: string
  warningCodes: WarningCode[]
  /** When the provider gave the report, up to an hour before the score. */
  readAt: Date
}

/**
 * Stores what a new score read about a contract, unless a newer reading exists, and completes the examination of a
 * submission that is bound to it.
 */
export async function noteReading(
  tx: Tx,
  { contract, scoreId, submissionId, warningCodes, readAt }: ContractReading,
): Promise<void> {
  await sql`
    insert into contract_readings (contract_address, score_id, warning_codes, read_at)
    values (${contract}, ${scoreId}, ${warningCodes}::text[], ${readAt})
    on conflict (contract_address) do update
    set score_id = excluded.score_id, warning_codes = excluded.warning_codes, read_at = excluded.read_at
    where contract_readings.read_at <= excluded.read_at`.execute(tx)
  await tx
    .updateTable('contract_examinations')
    .set({ score_id: scoreId })
    .where('submission_id', '=', submissionId)
    .where('contract_address', '=', contract)
    .execute()
}

export interface DueExamination {
  submissionId: string
  /** Its key. */
  contract: string
  scoreId: string
  /** Until then no other process examines the contract. Text, because a Date has no microseconds. */
  heldUntil: string
}

/** The longest time between two attempts. */
const maxPauseMinutes = 360

/**
 * Claims the examination that is due the longest. Each attempt doubles the wait, from two minutes on, whether it fails
 * or its process dies.
 */
export async function holdExamination(db: Db, now: Date): Promise<DueExamination | undefined> {
  const { rows } = await sql<DueExamination>`
    with due as materialized (
      select submission_id from contract_examinations where score_id is null and next_attempt_at <= ${now}
      order by next_attempt_at, submission_id limit 1 for update skip locked)
    update contract_examinations e set attempts = attempts + 1,
      next_attempt_at = ${now}::timestamptz + least(power(2, least(attempts, 20) + 1), ${maxPauseMinutes}) * interval '1 minute'
    from due where e.submission_id = due.submission_id
    returning e.submission_id as "submissionId", e.contract_address as contract, e.next_attempt_at::text as "heldUntil",
      (select id from scores where submission_id = e.submission_id and not is_test order by created_at, id limit 1)
        as "scoreId"`.execute(db)
  return rows[0]
}

/**
 * Returns false when another process has claimed it, or when the record didn't measure the currently bound contract.
 */
export async function endExamination(
  tx: Tx,
  { submissionId, contract, heldUntil }: Omit<DueExamination, 'scoreId'>,
  scoreId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update contract_examinations set next_attempt_at = 'epoch'
    where submission_id = ${submissionId} and contract_address = ${contract} and score_id = ${scoreId}
      and next_attempt_at = ${heldUntil}::timestamptz
    returning submission_id`.execute(tx)
  return rows.length > 0
}

/** null: no record measured the bound contract, or the submission isn't bound. */
export async function findExamination(db: Db | Tx, submissionId: string): Promise<{ scoreId: string } | null> {
  const row = await db
    .selectFrom('contract_examinations')
    .select('score_id as scoreId')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
  return row?.scoreId ? { scoreId: row.scoreId } : null
}

/**
 * Whether the contract that a score's submission is bound to still waits for its examination; then the answer carries
 * the caution `not_examined`.
 */
export async function awaitsExamination(db: Db | Tx, scoreId: string): Promise<boolean> {
  const { rows } = await sql`
    select from scores s join contract_examinations e on e.submission_id = s.submission_id
    where s.id = ${scoreId} and e.score_id is null`.execute(db)
  return rows.length > 0
}
