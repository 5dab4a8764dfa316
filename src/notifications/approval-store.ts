import { sql } from 'kysely'
import { isCriticalLead, type ShownState } from '../../contract/lead.ts'
import type { Band } from '../../contract/schemas/score.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'

export interface Approval {
  enrollmentId: string
  actor: string
  approvedAt: Date
}

export async function insertApproval(db: Db, { enrollmentId, actor, approvedAt }: Approval): Promise<Approval> {
  await db
    .insertInto('announcement_approvals')
    .values({ enrollment_id: enrollmentId, actor, approved_at: approvedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('announcement_approvals')
    .select(['enrollment_id as enrollmentId', 'actor', 'approved_at as approvedAt'])
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
}

export async function listAnnounced(tx: Tx, enrollmentIds: string[]): Promise<Map<string, AnnouncedLaunch>> {
  if (enrollmentIds.length === 0) return new Map()
  const { rows } = await sql<AnnouncedLaunch & { enrollmentId: string }>`
    select e.id as "enrollmentId", s.band, ${shownOutcome('u')} as outcome, ${shownWarnings('s', 'u')} as warnings,
      exists (select from announcement_approvals where enrollment_id = e.id) as "isApproved"
    from enrollments e join submissions u on u.id = e.submission_id join scores s on s.id = e.score_id
    where e.id = any(${enrollmentIds})`.execute(tx)
  return new Map(rows.map(({ enrollmentId, ...launch }) => [enrollmentId, launch]))
}

type AnnouncePolicy = Deps['config']['notify']['announce']

interface AnnouncedLaunch extends ShownState {
  band: Band
  isApproved: boolean
}

/** Reminders to subscribers are sent in any case. */
export function mayAnnounce(policy: AnnouncePolicy, launch: AnnouncedLaunch): boolean {
  if (policy === 'all') return true
  if (policy === 'approved') return launch.isApproved
  return launch.band !== 'red' && !isCriticalLead(launch)
}
