import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** Launches for the feed, newest first. */
export const listLaunchRows = (db: Db, limit: number) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select(['e.id', 'u.name', 'u.symbol', 'p.tagline', 's.aggregate_x100 as aggregateX100', 's.band'])
    .select('s.warning_codes as warnings')
    .select(['e.scheduled_for as scheduledFor', 'e.enrolled_at as enrolledAt', 'p.updated_at as updatedAt'])
    .where('u.hidden_reason', 'is', null)
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()

export type LaunchRow = Awaited<ReturnType<typeof listLaunchRows>>[number]

/** Launches for the sitemap, by id. */
export const listMappedLaunches = (db: Db, { after, limit }: { after: string | undefined; limit: number }) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select((select) => ['e.id', select.fn.coalesce('p.updated_at', 'e.enrolled_at').as('changedAt')])
    .where('u.hidden_reason', 'is', null)
    .$if(after !== undefined, (rows) => rows.where('e.id', '>', after ?? ''))
    .orderBy('e.id')
    .limit(limit)
    .execute()

/** The ids after which each further file of a sitemap begins, when each holds `size` launches. */
export async function listMapStarts(db: Db, size: number): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('enrollments')
        .select(['id', sql<number>`row_number() over (order by id)`.as('place')])
        .as('placed'),
    )
    .select('id')
    .where(sql<boolean>`place % ${size} = 0`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
