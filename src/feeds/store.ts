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
