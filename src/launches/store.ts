import type { Hex } from 'viem'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../database/db.ts'
import { deleteRows } from '../database/upkeep.ts'
import { type Verified, toVerifiedColumns } from '../scoring/verify-signature.ts'
import type { PageRequest } from '../platform/http/paging.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { PageFields } from '../../contract/page-fields.ts'

const pageColumns = [
  'tagline',
  'description',
  'cta_label as ctaLabel',
  'cta_url as ctaUrl',
  'updated_at as updatedAt',
] as const

/** Returns undefined if an edit issued then or later has been accepted. */
export function upsertPage(
  tx: Tx,
  edit: { enrollmentId: string; fields: PageFields; issuedAt: Date; updatedAt: Date },
) {
  const { tagline, description, ctaLabel, ctaUrl } = edit.fields
  const set = {
    ...(tagline !== undefined && { tagline }),
    ...(description !== undefined && { description }),
    ...(ctaLabel !== undefined && { cta_label: ctaLabel }),
    ...(ctaUrl !== undefined && { cta_url: ctaUrl }),
    last_issued_at: edit.issuedAt,
    updated_at: edit.updatedAt,
  }
  return tx
    .insertInto('launch_pages')
    .values({ enrollment_id: edit.enrollmentId, ...set })
    .onConflict((conflict) =>
      conflict.column('enrollment_id').doUpdateSet(set).where('launch_pages.last_issued_at', '<', edit.issuedAt),
    )
    .returning(pageColumns)
    .executeTakeFirst()
}

export async function isSuperseded(db: Db, enrollmentId: string, issuedAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('launch_pages')
    .select('enrollment_id')
    .where('enrollment_id', '=', enrollmentId)
    .where('last_issued_at', '>=', issuedAt)
    .executeTakeFirst()
  return row !== undefined
}

export async function findScheduledFor(tx: Tx, enrollmentId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('enrollments')
    .select('scheduled_for')
    .where('id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  return row.scheduled_for
}

export async function insertEdit(
  tx: Tx,
  edit: {
    id: string
    enrollmentId: string
    fields: PageFields
    message: string
    signature: Hex
    verified: Verified
    issuedAt: Date
    editedAt: Date
  },
): Promise<void> {
  const { verified } = edit
  await tx
    .insertInto('page_edits')
    .values({
      id: edit.id,
      enrollment_id: edit.enrollmentId,
      fields: JSON.stringify(edit.fields),
      message: edit.message,
      signature: Buffer.from(edit.signature.slice(2), 'hex'),
      ...toVerifiedColumns(verified),
      issued_at: edit.issuedAt,
      edited_at: edit.editedAt,
    })
    .execute()
}

export function listEdits(db: Db, enrollmentId: string, { limit, after }: PageRequest) {
  const edits = db
    .selectFrom('page_edits')
    .select(['id', 'fields', 'message', 'signature', 'issued_at as issuedAt', 'edited_at as editedAt'])
    .select(['verified_by as by', 'verified_chain_id as chainId', 'verified_block as block'])
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  return (after ? edits.where(sql<boolean>`(issued_at, id) < (${after.at}, ${after.id})`) : edits).execute()
}

export type EditRow = Awaited<ReturnType<typeof listEdits>>[number]

const reminders = sql<string>`(select count(*) from push_subscriptions r where r.enrollment_id = e.id)
  + (select count(*) from reminders r where r.enrollment_id = e.id and r.confirmed_at is not null)`

/** The last announced time that differs from the current one. */
const movedFrom = sql<Date | null>`(
  select m.scheduled_for from notification_slots m
  where m.enrollment_id = e.id and m.scheduled_for is distinct from e.scheduled_for
  order by m.schedule_version desc limit 1)`

/** One statement, so that all parts are consistent. */
export function findSummary(db: Db, id: string) {
  return db
    .selectFrom('enrollments as e')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .leftJoin('attendance as a', 'a.enrollment_id', 'e.id')
    .select(['e.id as enrollmentId', 'e.score_id as scoreId', 'e.creator_address as creatorAddress'])
    .select('e.submission_id as submissionId')
    .select([
      'e.scheduled_for as scheduledFor',
      'e.enrolled_at as enrolledAt',
      's.body as score',
      'u.hidden_reason as hiddenReason',
    ])
    .select([shownOutcome('u').as('outcome'), shownWarnings('s', 'u').as('warnings')])
    .select(['p.tagline', 'p.description', 'p.cta_label as ctaLabel', 'p.cta_url as ctaUrl'])
    .select(['p.updated_at as updatedAt', 'a.page_views as pageViews', 'a.unique_sessions as uniqueSessions'])
    .select([reminders.as('reminders'), movedFrom.as('movedFrom')])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('notification_slots as n')
          .leftJoin('notification_sends as d', 'd.slot_id', 'n.id')
          .select(['n.slot', 'n.send_at as sendAt', 'd.channel'])
          .select([
            'n.state as slotState',
            'd.state as sendState',
            'n.sent_at as slotSentAt',
            'd.sent_at as sendSentAt',
          ])
          .whereRef('n.enrollment_id', '=', 'e.id')
          // A launch without a time shows its last schedule.
          .where('n.schedule_version', '=', (e) =>
            e
              .selectFrom('notification_slots as l')
              .select(({ fn }) => fn.max('l.schedule_version').as('version'))
              .whereRef('l.enrollment_id', '=', 'e.id'),
          )
          .orderBy('n.send_at')
          .orderBy('d.channel'),
      ).as('notifications'),
    )
    .where((where) => where.or([where('e.id', '=', id), where('e.score_id', '=', id)]))
    .executeTakeFirst()
}

export type SummaryRow = NonNullable<Awaited<ReturnType<typeof findSummary>>>

export const findCalendarRow = (db: Db, id: string) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('submissions as u', 'u.id', 'e.submission_id')
    .innerJoin('scores as s', 's.id', 'e.score_id')
    .leftJoin('launch_pages as p', 'p.enrollment_id', 'e.id')
    .select([
      'u.hidden_reason as hiddenReason',
      'e.id as enrollmentId',
      'u.name',
      'u.symbol',
      'p.tagline',
      'e.scheduled_for as scheduledFor',
    ])
    .select([shownOutcome('u').as('outcome'), shownWarnings('s', 'u').as('warnings')])
    .select(['u.outcome_cause as outcomeCause', 'u.outcome_at as outcomeAt'])
    .select(['e.schedule_version as scheduleVersion', 'p.updated_at as updatedAt', 'e.enrolled_at as enrolledAt'])
    .where((where) => where.or([where('e.id', '=', id), where('e.score_id', '=', id)]))
    .executeTakeFirst()

interface View {
  enrollmentId: string
  sessionHash: Buffer
  network: string
  /** The hashes for its /48; null: the network has none. */
  site: { views: string; networks: string } | null
  seenAt: Date
  hour: Date
  maxViews: number
  /** How many times a network's limit a site gets. */
  siteShares: number
}

/**
 * Counts a view, and its session if neither it nor another session of the network was counted this hour. Counts nothing
 * beyond `maxViews` per network and hour, or `siteShares` times that per site.
 */
export async function countView(db: Db, view: View): Promise<void> {
  const { enrollmentId, sessionHash, network, site, seenAt, hour, maxViews, siteShares } = view
  const ofSite = sql`${site?.views ?? null}::text`
  // A day is precise enough for `deleteSessions`, and most views then write no session.
  await sql`
    with visit as (
      insert into attendance_networks as n (enrollment_id, network, hour, views)
      select ${enrollmentId}, ${network}, ${hour}, 1 where not exists (select from attendance_networks
        where enrollment_id = ${enrollmentId} and network = ${ofSite} and hour = ${hour}
          and views >= ${maxViews * siteShares})
      on conflict (enrollment_id, network, hour) do update set views = n.views + 1 where n.views < ${maxViews}
      returning views),
    of_site as (
      insert into attendance_networks as n (enrollment_id, network, hour, views)
      select ${enrollmentId}, ${ofSite}, ${hour}, 1 from visit where ${ofSite} is not null
      on conflict (enrollment_id, network, hour) do update set views = n.views + 1
        where n.views < ${maxViews * siteShares}
      returning 1),
    counted as (select views from visit where ${ofSite} is null or exists (select from of_site)),
    new_of_site as (
      insert into attendance_networks as n (enrollment_id, network, hour, views)
      select ${enrollmentId}, ${site?.networks ?? null}::text, ${hour}, 1 from counted
      where views = 1 and ${ofSite} is not null
      on conflict (enrollment_id, network, hour) do update set views = n.views + 1 where n.views < ${siteShares}
      returning 1),
    fresh as (
      insert into attendance_sessions (enrollment_id, session_hash, seen_at)
      select ${enrollmentId}, ${sessionHash}, ${seenAt}::timestamptz from counted
      where views = 1 and (${ofSite} is null or exists (select from new_of_site))
      on conflict do nothing returning 1),
    again as (
      update attendance_sessions set seen_at = ${seenAt}
      where enrollment_id = ${enrollmentId} and session_hash = ${sessionHash}
        and seen_at < ${seenAt}::timestamptz - interval '1 day')
    insert into attendance as a (enrollment_id, page_views, unique_sessions)
    select ${enrollmentId}, 1, (select count(*) from fresh) from counted
    on conflict (enrollment_id) do update
      set page_views = a.page_views + 1, unique_sessions = a.unique_sessions + excluded.unique_sessions`.execute(db)
}

export const deleteVisits = (db: Db, hour: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'attendance_networks', where: sql`hour < ${hour}` }, signal)

/** The counts keep deleted sessions. */
export const deleteSessions = (db: Db, before: Date, signal: AbortSignal): Promise<number> =>
  deleteRows(db, { table: 'attendance_sessions', where: sql`seen_at < ${before}` }, signal)

export async function findAttendanceKey(db: Db): Promise<Buffer | undefined> {
  const row = await db.selectFrom('attendance_key').select('key').executeTakeFirst()
  return row?.key
}

/** Keeps an existing key. */
export async function insertAttendanceKey(db: Db, key: Buffer): Promise<void> {
  await db
    .insertInto('attendance_key')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
