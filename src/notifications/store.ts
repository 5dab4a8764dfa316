import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { SlotName, SlotState } from '../enrollment/tables.ts'
import type { Band } from '../scoring/schemas.ts'
import type { Ending } from './ending.ts'

export interface DueSlot {
  id: string
  slot: SlotName
  scheduledFor: Date
  /** It belongs to the schedule that its launch has now. */
  isCurrent: boolean
}

/** Slots that are due and not fanned out, held until the transaction ends; those that another holds are left out. */
export async function claimDueSlots(tx: Tx, now: Date, limit: number): Promise<DueSlot[]> {
  const rows = await tx
    .selectFrom('notification_slots as slots')
    .innerJoin('enrollments', 'enrollments.id', 'slots.enrollment_id')
    .select(['slots.id', 'slot', 'slots.scheduled_for', 'slots.schedule_version as version'])
    .select('enrollments.schedule_version as current')
    .where('slots.state', '=', 'pending')
    .where('fanned_out_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .orderBy('slots.id')
    .limit(limit)
    .forUpdate('slots')
    .skipLocked()
    .execute()
  return rows.map(({ id, slot, scheduled_for, version, current }) => ({
    id,
    slot,
    scheduledFor: scheduled_for,
    isCurrent: version === current,
  }))
}

export async function updateSlotStates(tx: Tx, ids: string[], state: SlotState): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('notification_slots')
    .set({ state })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Marks slots as fanned out and makes a send of each for every transport. */
export async function insertSends(
  tx: Tx,
  { slotIds, sends, now }: { slotIds: string[]; sends: { id: string; slotId: string; transport: string }[]; now: Date },
): Promise<void> {
  if (sends.length === 0) return
  const values = sends.map(({ id, slotId, transport }) => ({
    id,
    slot_id: slotId,
    transport,
    state: 'pending' as const,
    next_attempt_at: now,
  }))
  await tx.insertInto('notification_sends').values(values).execute()
  await tx
    .updateTable('notification_slots')
    .set({ fanned_out_at: now })
    .where('id', '=', sql<string>`any(${slotIds})`)
    .execute()
}

export interface ClaimedSend {
  id: string
  slotId: string
  claim: string
  /** This one included. */
  attempts: number
  /** Of an earlier attempt by which some of it arrived. */
  receipt: string | null
}

/** Takes one send of a transport that is due and that nobody holds, unless the transport rests. */
export async function claimDueSend(
  db: Db,
  { transport, claim, now, until }: { transport: string; claim: string; now: Date; until: Date },
): Promise<ClaimedSend | undefined> {
  const { rows } = await sql<Omit<ClaimedSend, 'claim'>>`
    update notification_sends set claim = ${claim}, claimed_until = ${until}, attempts = attempts + 1
    where id = (select id from notification_sends
      where transport = ${transport} and state = 'pending' and next_attempt_at <= ${now}
        and (claimed_until is null or claimed_until <= ${now})
        and not exists (select from resting_transports as resting
          where resting.transport = ${transport} and resting.until > ${now})
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, slot_id as "slotId", attempts, receipt`.execute(db)
  const [row] = rows
  return row && { ...row, claim }
}

export interface SlotFacts {
  /** Until when the one who asks has the send; null: another has taken it. */
  heldUntil: Date | null
  slot: SlotName
  state: SlotState
  isCurrent: boolean
  sendAt: Date
  enrollmentId: string
  scheduledFor: Date
  name: string
  symbol: string
  aggregate: number
  band: Band
  scoredAt: Date
}

/** A taken send and its slot as they stand at this moment, with what the notice tells. */
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
    .select('scores.created_at as scored_at')
    .where('sends.id', '=', id)
    .executeTakeFirstOrThrow()
  const { slot, state, name, symbol, band } = row
  return {
    heldUntil: row.claim === claim ? row.claimed_until : null,
    slot,
    state,
    isCurrent: row.version === row.current,
    sendAt: row.send_at,
    enrollmentId: row.enrollment_id,
    scheduledFor: row.scheduled_for,
    name,
    symbol,
    aggregate: row.aggregate_x100 / 100,
    band,
    scoredAt: row.scored_at,
  }
}

/** Writes what became of a send; false when its claim has run out and another has taken it. */
export async function updateSend(tx: Tx, { id, claim }: ClaimedSend, ending: Ending): Promise<boolean> {
  const { state, attempts, nextAttemptAt, receipt, lastError, sentAt } = ending
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

/** Keeps two sends of a slot from ending unseen by each other. */
export const lockSlot = (tx: Tx, slotId: string): Promise<unknown> =>
  tx.selectFrom('notification_slots').select('id').where('id', '=', slotId).forUpdate().execute()

/** Ends a slot once all its sends have: as `sent` when one of them was, else as `failed`, `cancelled` or `skipped`. */
export async function settleSlot(tx: Tx, slotId: string): Promise<void> {
  await sql`update notification_slots as slots set state = ended.state, sent_at = ended.sent_at
    from (select case when bool_or(state = 'sent') then 'sent' when bool_or(state = 'failed') then 'failed'
        when bool_or(state = 'cancelled') then 'cancelled' else 'skipped' end as state,
        min(sent_at) as sent_at, bool_or(state = 'pending') as is_open
      from notification_sends where slot_id = ${slotId}) as ended
    where slots.id = ${slotId} and slots.state = 'pending' and not ended.is_open`.execute(tx)
}

/** What is still to be sent, of slots due before `before`, by other transports than these; a hundred at most. */
export const listAbandonedSends = (
  db: Db,
  { before, transports }: { before: Date; transports: string[] },
): Promise<{ id: string; slotId: string }[]> =>
  db
    .selectFrom('notification_sends as sends')
    .innerJoin('notification_slots as slots', 'slots.id', 'sends.slot_id')
    .select(['sends.id', 'slot_id as slotId'])
    .where('sends.state', '=', 'pending')
    .where('transport', '!=', sql<string>`all(${transports})`)
    .where('send_at', '<', before)
    .limit(100)
    .execute()

/** `sent` when some of it arrived, `skipped` when it was never tried; not while somebody is sending it. */
export async function endAbandonedSend(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update notification_sends set claim = null, claimed_until = null, last_error = 'transport_gone',
      state = case when receipt is not null then 'sent' when attempts = 0 then 'skipped' else 'failed' end,
      sent_at = case when receipt is not null then ${now}::timestamptz end
    where id = ${id} and state = 'pending' and (claimed_until is null or claimed_until <= ${now})`.execute(tx)
}

/** Nothing goes out by the transport before `until`. */
export async function restTransport(db: Db, transport: string, until: Date): Promise<void> {
  await db
    .insertInto('resting_transports')
    .values({ transport, until })
    .onConflict((conflict) =>
      conflict.column('transport').doUpdateSet({ until: sql`greatest(excluded.until, resting_transports.until)` }),
    )
    .execute()
}

/** When there is something to do by this transport: a slot to fan out or a send to take; null: nothing is scheduled. */
export async function findNextDue(db: Db, transport: string): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select least(
    (select min(send_at) from notification_slots where state = 'pending' and fanned_out_at is null),
    (select min(greatest(next_attempt_at, claimed_until,
        (select until from resting_transports where transport = ${transport})))
      from notification_sends where transport = ${transport} and state = 'pending')) as due`.execute(db)
  return rows[0]?.due ?? null
}

/** Since when the oldest slot has been due that is not ended yet; undefined: none is. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('notification_slots')
    .select('send_at')
    .where('state', '=', 'pending')
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(1)
    .executeTakeFirst()
  return row?.send_at
}
