import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import type { ScoreFilters } from './filters.ts'

/** Resolves when the database responds. */
export const askDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)

/** Scores by id, which sorts by time (D3), newest first; one more than `limit` when the list continues. */
export function listScoreRows(db: Db, { limit, after }: PageRequest, filters: ScoreFilters) {
  const { band, hasStubs, creatorAddress } = filters
  const rows = db
    .selectFrom('scores as s')
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .leftJoin('enrollments as e', 'e.score_id', 's.id')
    .select([
      's.id',
      'u.name',
      'u.symbol',
      'u.creator_address as creatorAddress',
      's.contract_address as contractAddress',
      's.aggregate_x100 as aggregateX100',
      's.band',
    ])
    .select([
      's.warning_codes as warningCodes',
      's.has_stubs as hasStubs',
      's.prompt_version as promptVersion',
      's.rescored_from as rescoredFrom',
      'e.id as enrollmentId',
      's.created_at as createdAt',
      'u.hidden_reason as hiddenReason',
    ])
    .where('s.is_test', '=', false)
    .$if(band !== undefined, (query) => query.where('s.band', '=', band ?? 'red'))
    .$if(hasStubs !== undefined, (query) => query.where('s.has_stubs', '=', hasStubs ?? false))
    .$if(creatorAddress !== undefined, (query) => query.where('u.creator_address', '=', creatorAddress ?? ''))
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
  return (after ? rows.where('s.id', '<', after.id) : rows).execute()
}

export type ScoreRow = Awaited<ReturnType<typeof listScoreRows>>[number]

/** Enrollments, newest first; one more than `limit` when the list continues. */
export function listEnrollmentRows(db: Db, { limit, after }: PageRequest, filters: ScoreFilters) {
  const { band, creatorAddress } = filters
  const rows = db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .select([
      'e.id',
      'e.score_id as scoreId',
      'u.name',
      'u.symbol',
      'e.creator_address as creatorAddress',
      's.aggregate_x100 as aggregateX100',
      'e.band',
    ])
    .select([
      's.warning_codes as warningCodes',
      'e.verified_by as verifiedBy',
      'e.scheduled_for as scheduledFor',
      'e.enrolled_at as enrolledAt',
      'u.hidden_reason as hiddenReason',
    ])
    .$if(band !== undefined, (query) => query.where('e.band', '=', band ?? 'red'))
    .$if(creatorAddress !== undefined, (query) => query.where('e.creator_address', '=', creatorAddress ?? ''))
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
  const isOlder = after && sql<boolean>`(e.enrolled_at, e.id) < (${after.at}, ${after.id})`
  return (isOlder ? rows.where(isOlder) : rows).execute()
}

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentRows>>[number]
