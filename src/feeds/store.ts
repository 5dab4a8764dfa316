import type { Db } from '../deps.ts'

/** Launches as the feed tells of them, the newest first. */
export const listLaunchRows = (db: Db, limit: number) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select(['e.id', 'u.name', 'u.symbol', 'p.tagline', 's.aggregate_x100 as aggregateX100', 's.band'])
    .select(['e.scheduled_for as scheduledFor', 'e.enrolled_at as enrolledAt', 'p.updated_at as updatedAt'])
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()

export type LaunchRow = Awaited<ReturnType<typeof listLaunchRows>>[number]
