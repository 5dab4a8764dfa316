import { sql } from 'kysely'
import { Type } from 'typebox'
import { parseAddress } from '../../contract/address.ts'
import { type Band, bandNames } from '../../contract/schemas/score.ts'
import type { Db } from '../database/db.ts'
import { withoutFlush } from '../database/sql.ts'
import { badField } from '../platform/errors.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import { shownWarnings } from '../scoring/shown-store.ts'

export interface ScoreFilters {
  band?: Band | undefined
  hasStubs?: boolean | undefined
  creatorAddress?: string | undefined
}

export const enrollmentFilters = {
  band: Type.Optional(Type.Unsafe<Band>({ type: 'string', enum: bandNames, description: 'Only this band' })),
  creatorAddress: Type.Optional(Type.String({ description: 'Only entries of this creator' })),
}

export const scoreFilters = {
  ...enrollmentFilters,
  confidence: Type.Optional(
    Type.Unsafe<'preliminary' | 'final'>({
      type: 'string',
      enum: ['preliminary', 'final'],
      description: 'Only preliminary or only final scores',
    }),
  ),
}

interface Query {
  band?: Band
  creatorAddress?: string
  confidence?: 'preliminary' | 'final'
}

export function toFilters({ band, creatorAddress, confidence }: Query): ScoreFilters {
  const hasStubs = confidence === undefined ? undefined : confidence === 'preliminary'
  if (creatorAddress === undefined) return { band, hasStubs }
  const parsed = parseAddress(creatorAddress)
  if ('fault' in parsed) throw badField('creatorAddress', parsed.fault)
  return { band, hasStubs, creatorAddress: parsed.address }
}

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
      sql<string | null>`left(s.contract_address, 42)`.as('contractAddress'),
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

/** Replaces the previous row. */
export async function writeProbe(db: Db, { ballast, writtenAt }: { ballast: Buffer; writtenAt: Date }): Promise<void> {
  const values = { ballast, written_at: writtenAt }
  await db
    .insertInto('write_probe')
    .values({ is_only: true, ...values })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
    .returning(withoutFlush)
    .execute()
}

export const pingDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db)
