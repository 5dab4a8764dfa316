import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

interface Original {
  scoreId: string
  name: string
  symbol: string
  enrolledAt: Date
}

/** Finds the launch that another creator enrolled first (D107). */
export async function findOriginal(db: Db, scoreId: string): Promise<Original | undefined> {
  const { rows } = await sql<Original>`
    select e.score_id as "scoreId", u.name, u.symbol, e.enrolled_at as "enrolledAt"
    from scores as s
    join submissions as own on own.id = s.submission_id
    join launch_originals as original
      on original.identity = own.identity and original.creator_address <> own.creator_address
    join submissions as u on u.identity = original.identity and u.creator_address = original.creator_address
      and u.signed_at is not null and u.hidden_reason is null
    join enrollments as e on e.submission_id = u.id
    where s.id = ${scoreId}
    order by e.enrolled_at, e.id limit 1`.execute(db)
  return rows[0]
}
