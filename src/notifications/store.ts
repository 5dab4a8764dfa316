import { sql } from 'kysely'
import type { LaunchOutcome } from '../../contract/codes.ts'
import type { Band, WarningCode } from '../../contract/schemas/score.ts'
import type { SlotName, SlotState } from '../database/column-types.ts'
import type { Db, Tx } from '../database/db.ts'
import { shownOutcome, shownWarnings } from '../scoring/shown-store.ts'
import type { SendResult } from './send-result.ts'
import type { AnnouncementSource, ClaimedSend } from './turn-store.ts'

interface NewSend extends AnnouncementSource {
  id: string
  slotId: string
  channel: string
  expiresAt: Date
  /** null: the send is created normally. */
  skipReason: SkipReason | null
}

/** A quota of the announcer is used up, or NOTIFY_ANNOUNCE leaves the launch out. */
export type SkipReason = 'quota' | 'not_announced'

export async function insertSends(tx: Tx, sends: NewSend[], now: Date): Promise<void> {
  if (sends.length === 0) return
  const values = sends.map(({ id, slotId, channel, expiresAt, skipReason, creator, enrolledFrom }) => ({
    id,
    slot_id: slotId,
    channel,
    state: skipReason ? ('skipped' as const) : ('pending' as const),
    last_error: skipReason,
    next_attempt_at: now,
    useful_until: expiresAt,
    creator,
    enrolled_from: enrolledFrom,
  }))
  await tx.insertInto('notification_sends').values(values).execute()
}

export interface SlotFacts {
  claimedUntil: Date | null
  slot: SlotName
  state: SlotState
  isCurrent: boolean
  /** The launch is taken down. */
  isHidden: boolean
  sendAt: Date
  enrollmentId: string
  scheduledFor: Date
  name: string
  symbol: string
  aggregate: number
  band: Band
  outcome: LaunchOutcome | null
  warnings: WarningCode[]
  scoredAt: Date
  body: string
}

export async function getSlotFacts(db: Db, { id, claim }: ClaimedSend): Promise<SlotFacts> {
  const row = await db
    .selectFrom('notification_sends as sends')
    .innerJoin('notification_slots as slots', 'slots.id', 'sends.slot_id')
    .innerJoin('enrollments', 'enrollments.id', 'slots.enrollment_id')
    .innerJoin('submissions', 'submissions.id', 'enrollments.submission_id')
    .innerJoin('scores', 'scores.id', 'enrollments.score_id')
    .select([
      'claim',
      'claimed_until',
      'slot',
      'slots.state',
      'send_at',
      'slots.scheduled_for',
      'enrollment_id',
      'slots.schedule_version as version',
    ])
    .select(['enrollments.schedule_version as current', 'name', 'symbol', 'aggregate_x100', 'scores.band'])
    .select([shownOutcome('submissions').as('outcome'), shownWarnings('scores', 'submissions').as('warnings')])
    .select(['scores.created_at as scored_at', 'hidden_reason', 'body'])
    .where('sends.id', '=', id)
    .executeTakeFirstOrThrow()
  const { slot, state, name, symbol, band, outcome, warnings } = row
  return {
    claimedUntil: row.claim === claim ? row.claimed_until : null,
    slot,
    state,
    isCurrent: row.version === row.current,
    isHidden: row.hidden_reason !== null,
    sendAt: row.send_at,
    enrollmentId: row.enrollment_id,
    scheduledFor: row.scheduled_for,
    name,
    symbol,
    aggregate: row.aggregate_x100 / 100,
    band,
    outcome,
    warnings,
    scoredAt: row.scored_at,
    body: row.body,
  }
}

export async function updateSend(tx: Tx, { id, claim }: ClaimedSend, result: SendResult): Promise<boolean> {
  const { state, attempts, nextAttemptAt, receipt, lastError, sentAt } = result
  const { numUpdatedRows } = await tx
    .updateTable('notification_sends')
    .set({ state, attempts, sent_at: sentAt, claim: null, claimed_until: null })
    .set({ receipt: sql`coalesce(${receipt}, receipt)`, last_error: sql`coalesce(${lastError}, last_error)` })
    .set({ next_attempt_at: sql`coalesce(${nextAttemptAt}, next_attempt_at)` })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface SlotResult {
  state: SlotState
  sentAt: Date | null
}

/** The result of a slot whose sends have all ended: `sent` if one was sent, else `failed`, `cancelled` or `skipped`. */
export async function findSlotResult(tx: Tx, slotId: string): Promise<SlotResult | undefined> {
  const { rows } = await sql<SlotResult>`
    select case when bool_or(state = 'sent') then 'sent' when bool_or(state = 'failed') then 'failed'
      when bool_or(state = 'cancelled') then 'cancelled' else 'skipped' end as state, min(sent_at) as "sentAt"
    from notification_sends where slot_id = ${slotId} having not bool_or(state = 'pending')`.execute(tx)
  return rows[0]
}

export const listAbandonedSends = (
  db: Db,
  { before, channels }: { before: Date; channels: string[] },
): Promise<{ id: string; slotId: string }[]> =>
  db
    .selectFrom('notification_sends as sends')
    .innerJoin('notification_slots as slots', 'slots.id', 'sends.slot_id')
    .select(['sends.id', 'slot_id as slotId'])
    .where('sends.state', '=', 'pending')
    .where('channel', '!=', sql<string>`all(${channels})`)
    .where('send_at', '<', before)
    .limit(100)
    .execute()

export async function endAbandonedSend(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update notification_sends set claim = null, claimed_until = null, last_error = 'channel_gone',
      state = case when receipt is not null then 'sent' when attempts = 0 then 'skipped' else 'failed' end,
      sent_at = case when receipt is not null then ${now}::timestamptz end
    where id = ${id} and state = 'pending' and (claimed_until is null or claimed_until <= ${now})`.execute(tx)
}

export async function pauseChannel(db: Db, channel: string, until: Date): Promise<void> {
  await db
    .insertInto('paused_channels')
    .values({ channel, until })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({ until: sql`greatest(excluded.until, paused_channels.until)` }),
    )
    .execute()
}

export async function findNextDueOnChannel(db: Db, channel: string): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select least(
    (select min(send_at) from notification_slots where state = 'pending' and fanned_out_at is null),
    (select min(greatest(next_attempt_at, claimed_until,
        (select until from paused_channels where channel = ${channel})))
      from notification_sends where channel = ${channel} and state = 'pending')) as due`.execute(db)
  return rows[0]?.due ?? null
}
