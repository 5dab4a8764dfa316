import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import { shownWarnings } from '../scoring/shown/shown-state-store.ts'
import type { ScoreFilters } from './filters.ts'

export function listScoreRows(db: Db, { limit, after }: PageRequest, filters: ScoreFilters) {
  const { band, hasStubs, creatorAddress } = filters
  let rows = db
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
      shownWarnings('s', 'u').as('warningCodes'),
    ])
    .select([
      's.has_stubs as hasStubs',
      's.prompt_version as promptVersion',
      's.rescored_from as rescoredFrom',
      'e.id as enrollmentId',
      's.created_at as createdAt',
      'u.hidden_reason as hiddenReason',
    ])
    .where('s.is_test', '=', false)
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
  if (band) rows = rows.where('s.band', '=', band)
  if (hasStubs !== undefined) rows = rows.where('s.has_stubs', '=', hasStubs)
  if (creatorAddress !== undefined) rows = rows.where('u.creator_address', '=', creatorAddress)
  if (after) rows = rows.where('s.id', '<', after.id)
  return rows.execute()
}

export type ScoreRow = Awaited<ReturnType<typeof listScoreRows>>[number]

export function listEnrollmentRows(db: Db, { limit, after }: PageRequest, filters: ScoreFilters) {
  const { band, creatorAddress } = filters
  let rows = db
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
      shownWarnings('s', 'u').as('warningCodes'),
    ])
    .select([
      'e.verified_by as verifiedBy',
      'e.scheduled_for as scheduledFor',
      'e.enrolled_at as enrolledAt',
      'u.hidden_reason as hiddenReason',
    ])
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
  if (band) rows = rows.where('e.band', '=', band)
  if (creatorAddress !== undefined) rows = rows.where('e.creator_address', '=', creatorAddress)
  if (after) rows = rows.where(sql<boolean>`(e.enrolled_at, e.id) < (${after.at}, ${after.id})`)
  return rows.execute()
}

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentRows>>[number]
