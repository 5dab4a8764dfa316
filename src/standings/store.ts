import { sql } from 'kysely'
import type { Db } from '../deps.ts'
import type { PageRequest } from '../platform/paging.ts'
import type { Band } from '../scoring/schemas.ts'

export interface StandingSubject {
  aggregate_x100: number
  band: Band
  prompt_version: string
  prompt_name: string
  prompt_major: number
}

export const findStandingSubject = (db: Db, id: string): Promise<StandingSubject | undefined> =>
  db
    .selectFrom('scores')
    .select(['aggregate_x100', 'band', 'prompt_version', 'prompt_name', 'prompt_major'])
    .where('id', '=', id)
    .executeTakeFirst()

const launchRows = (db: Db) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .select(['e.id as enrollmentId', 'e.score_id as scoreId', 'u.name', 'u.symbol', 'u.image_url as imageUrl'])
    .select(['e.creator_address as creatorAddress', 's.aggregate_x100 as aggregateX100', 'e.band'])
    .select(['e.scheduled_for as scheduledFor', 'e.enrolled_at as enrolledAt'])
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')

/** Enrolled launches, newest first; one more than `limit` when there are more. */
export function listLaunchRows(db: Db, { limit, after, band }: PageRequest & { band: Band | undefined }) {
  let rows = launchRows(db).limit(limit + 1)
  if (band) rows = rows.where('e.band', '=', band)
  if (after) rows = rows.where(sql<boolean>`(e.enrolled_at, e.id) < (${after.at}, ${after.id})`)
  return rows.execute()
}

export type Plan = 'upcoming' | 'past'

interface PlannedRequest extends PageRequest {
  band: Band | undefined
  plan: Plan
  now: Date
}

/** Scheduled launches, those nearest to `now` first; one more than `limit` when there are more. */
export function listPlannedRows(db: Db, { limit, after, band, plan, now }: PlannedRequest): Promise<LaunchRow[]> {
  const isUpcoming = plan === 'upcoming'
  const [way, onwards] = isUpcoming ? (['asc', sql.raw('>')] as const) : (['desc', sql.raw('<')] as const)
  let rows = launchRows(db)
    .clearOrderBy()
    .where('e.scheduled_for', isUpcoming ? '>' : '<=', now)
    .orderBy('e.scheduled_for', way)
    .orderBy('e.id', way)
    .limit(limit + 1)
  if (band) rows = rows.where('e.band', '=', band)
  if (after) rows = rows.where(sql<boolean>`(e.scheduled_for, e.id) ${onwards} (${after.at}, ${after.id})`)
  return rows.execute()
}

export type LaunchRow = Awaited<ReturnType<typeof listLaunchRows>>[number]

/** A creator's enrolled launches (lower-case address), newest first. */
export const listCreatorLaunchRows = (
  db: Db,
  { creatorAddress, limit }: { creatorAddress: string; limit: number },
): Promise<LaunchRow[]> => launchRows(db).where('e.creator_address', '=', creatorAddress).limit(limit).execute()

/** How many enrolled launches of each band a creator (lower-case address) has. */
export async function countBands(db: Db, creatorAddress: string): Promise<Record<Band, number>> {
  const rows = await db
    .selectFrom('enrollments')
    .select(['band', db.fn.countAll<string>().as('count')])
    .where('creator_address', '=', creatorAddress)
    .groupBy('band')
    .execute()
  return { green: 0, amber: 0, red: 0, ...Object.fromEntries(rows.map(({ band, count }) => [band, Number(count)])) }
}
