import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'

interface Related {
  isAttested: boolean
  isEnrolled: boolean
  isAppealed: boolean
  /** The launch has a token. */
  isBound: boolean
  /** The creator's wallet has enrolled a score, this one or another. */
  hasSigner: boolean
}

export async function findRelated(reads: Deps['reads'], scoreId: string): Promise<Related | undefined> {
  const { rows } = await sql<Related>`select
      exists (select from attestations where score_id = scores.id) as "isAttested",
      exists (select from enrollments where score_id = scores.id) as "isEnrolled",
      exists (select from appeals where score_id = scores.id) as "isAppealed",
      exists (select from token_bindings as bound where bound.submission_id = submissions.id) as "isBound",
      exists (select from enrollments as signed where signed.creator_address = submissions.creator_address) as "hasSigner"
    from scores join submissions on submissions.id = submission_id where scores.id = ${scoreId}`.execute(reads)
  return rows[0]
}

export const listLaunchRows = (db: Db, limit: number) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select(['e.id', 'u.name', 'u.symbol', 'p.tagline', 's.aggregate_x100 as aggregateX100', 's.band'])
    .select([shownOutcome('u').as('outcome'), shownWarnings('s', 'u').as('warnings')])
    .select(['u.outcome_at as outcomeAt', 'u.outcome_cause as outcomeCause'])
    .select(['e.scheduled_for as scheduledFor', 'e.enrolled_at as enrolledAt', 'p.updated_at as updatedAt'])
    .where('u.hidden_reason', 'is', null)
    .orderBy('e.enrolled_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()

export type LaunchRow = Awaited<ReturnType<typeof listLaunchRows>>[number]

interface MapFile {
  after: string
  until?: string | undefined
  limit: number
}

export function listMappedLaunches(db: Db, { after, until, limit }: MapFile) {
  const rows = db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select((select) => ['e.id', select.fn.coalesce('p.updated_at', 'e.enrolled_at').as('changedAt')])
    .where('u.hidden_reason', 'is', null)
    .where('e.id', '>', after)
    .orderBy('e.id')
  return (until === undefined ? rows.limit(limit) : rows.where('e.id', '<=', until)).execute()
}

/** undefined: no launch is left for another file. */
export async function findMapStart(db: Db, { after, size }: { after: string; size: number }) {
  const rows = await db
    .selectFrom('enrollments')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(size - 1)
    .limit(2)
    .execute()
  return rows.length === 2 ? rows[0]?.id : undefined
}
