import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Band } from '../../contract/schemas/score.ts'
import { shownOutcome, shownWarnings } from './shown-store.ts'

export interface ScoreFilters {
  band?: Band | undefined
  hasStubs?: boolean | undefined
  creatorAddress?: string | undefined
  contractAddress?: string | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

interface ListRequest {
  ownerId: string
  afterId: string | null
  filters: ScoreFilters
}

/** Bounds a request with filters: few scores may match, however many the owner has. */
export const scannedRows = 10_000

/** Ids sort by time (D3). */
export function listOwnScores(db: Db, { filters, limit, ...asked }: ListRequest & { limit: number }) {
  const { band, hasStubs, creatorAddress, contractAddress, createdAfter, createdBefore } = filters
  let rows = db
    .selectFrom(scan(db, asked).as('s'))
    .innerJoin('submissions as u', 'u.id', 's.submission_id')
    .select(['s.id', 'u.name', 'u.symbol', 'u.creator_address as creatorAddress'])
    .select([
      sql<string | null>`left(s.contract_address, 42)`.as('contractAddress'),
      's.aggregate_x100 as aggregateX100',
    ])
    .select('s.band')
    .select([shownOutcome('u').as('outcome'), shownWarnings('s', 'u').as('warningCodes')])
    .select(['s.has_stubs as hasStubs', 's.is_test as isTest'])
    .select(['s.prompt_version as promptVersion', 's.rescored_from as rescoredFrom', 's.created_at as createdAt'])
    .where('u.hidden_reason', 'is', null)
    .orderBy('s.id', 'desc')
    .limit(limit)
  if (band) rows = rows.where('s.band', '=', band)
  if (hasStubs !== undefined) rows = rows.where('s.has_stubs', '=', hasStubs)
  if (creatorAddress !== undefined) rows = rows.where('u.creator_address', '=', creatorAddress)
  if (contractAddress !== undefined) rows = rows.where(sql`left(s.contract_address, 42)`, '=', contractAddress)
  if (createdAfter) rows = rows.where('s.created_at', '>', createdAfter)
  if (createdBefore) rows = rows.where('s.created_at', '<', createdBefore)
  return rows.execute()
}

export type OwnScoreRow = Awaited<ReturnType<typeof listOwnScores>>[number]

export const findScanEnd = (
  db: Db,
  { ownerId, afterId }: Pick<ListRequest, 'ownerId' | 'afterId'>,
): Promise<{ id: string; createdAt: Date } | undefined> =>
  scan(db, { ownerId, afterId })
    .clearSelect()
    .select(['id', 'created_at as createdAt'])
    .offset(scannedRows - 1)
    .executeTakeFirst()

function scan(db: Db, { ownerId, afterId }: Pick<ListRequest, 'ownerId' | 'afterId'>) {
  const rows = db
    .selectFrom('scores')
    .select(['id', 'submission_id', 'contract_address', 'aggregate_x100', 'band', 'warning_codes', 'has_stubs'])
    .select(['is_test', 'prompt_version', 'rescored_from', 'created_at'])
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(scannedRows)
  return afterId === null ? rows : rows.where('id', '<', afterId)
}
