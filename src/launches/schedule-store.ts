import { sql } from 'kysely'
import type { SlotName, SlotState } from '../database/column-types.ts'
import type { Db, Tx } from '../database/db.ts'
import { maxCounted, measureQueue, type QueueDepth } from '../database/sql.ts'

export const slotLeadMs: Record<SlotName, number> = { 'T-60min': 3_600_000, 'T-10min': 600_000, 'T+0': 0 }

interface PlannedSlot {
  slot: SlotName
  sendAt: Date
  state: 'pending' | 'skipped'
}

/** Earliest first; slots due before `now` are skipped (D26). */
export const planSlots = (scheduledFor: Date, now: Date): PlannedSlot[] =>
  slotNames.map((slot) => {
    const sendAt = new Date(scheduledFor.getTime() - slotLeadMs[slot])
    return { slot, sendAt, state: sendAt < now ? 'skipped' : 'pending' }
  })

const slotNames: SlotName[] = ['T-60min', 'T-10min', 'T+0']

export async function insertSlots(
  tx: Tx,
  row: { enrollmentId: string; version: number; scheduledFor: Date; slots: (PlannedSlot & { id: string })[] },
): Promise<void> {
  const { enrollmentId, version, scheduledFor, slots } = row
  const values = slots.map(({ id, slot, sendAt, state }) => ({
    id,
    enrollment_id: enrollmentId,
    slot,
    schedule_version: version,
    scheduled_for: scheduledFor,
    send_at: sendAt,
    state,
  }))
  await tx.insertInto('notification_slots').values(values).execute()
}

export async function cancelPendingSlots(tx: Tx, enrollmentId: string): Promise<void> {
  await tx
    .updateTable('notification_slots')
    .set({ state: 'cancelled' })
    .where('enrollment_id', '=', enrollmentId)
    .where('state', '=', 'pending')
    .execute()
}

export interface DueSlot {
  id: string
  enrollmentId: string
  slot: SlotName
  scheduledFor: Date
  version: number
}

/** Skips slots that another transaction has locked. */
export const claimDueSlots = (tx: Tx, now: Date, limit: number): Promise<DueSlot[]> =>
  tx
    .selectFrom('notification_slots')
    .select(['id', 'enrollment_id as enrollmentId', 'slot'])
    .select(['scheduled_for as scheduledFor', 'schedule_version as version'])
    .where('state', '=', 'pending')
    .where('fanned_out_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export async function updateSlotStates(tx: Tx, ids: string[], state: SlotState): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('notification_slots')
    .set({ state })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

export async function markFannedOut(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('notification_slots')
    .set({ fanned_out_at: now })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Serialises transactions that end sends of a slot, so that the last one settles it. */
export const lockSlot = (tx: Tx, id: string): Promise<unknown> =>
  tx.selectFrom('notification_slots').select('id').where('id', '=', id).forUpdate().execute()

/** A slot that was cancelled while a channel accepted it counts as sent. */
export async function settleSlot(tx: Tx, id: string, result: { state: SlotState; sentAt: Date | null }): Promise<void> {
  const open: SlotState[] = result.state === 'sent' ? ['pending', 'cancelled'] : ['pending']
  await tx
    .updateTable('notification_slots')
    .set({ state: result.state, sent_at: result.sentAt })
    .where('id', '=', id)
    .where('state', 'in', open)
    .execute()
}

export const getSlotQueueDepth = (db: Db, now: Date): Promise<QueueDepth> =>
  measureQueue(
    db,
    sql`select send_at as at from notification_slots where state = 'pending' and send_at <= ${now}
    order by send_at limit ${maxCounted}`,
  )
