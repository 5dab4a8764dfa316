import type { Tx } from '../deps.ts'
import type { PlannedSlot } from './slots.ts'

/** The schedule as it stands, held against other changes until the transaction ends. */
export async function lockSchedule(
  tx: Tx,
  enrollmentId: string,
): Promise<{ scheduledFor: Date | null; version: number }> {
  const row = await tx
    .selectFrom('enrollments')
    .select(['scheduled_for', 'schedule_version'])
    .where('id', '=', enrollmentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { scheduledFor: row.scheduled_for, version: row.schedule_version }
}

export async function updateSchedule(
  tx: Tx,
  { enrollmentId, scheduledFor, version }: { enrollmentId: string; scheduledFor: Date | null; version: number },
): Promise<void> {
  await tx
    .updateTable('enrollments')
    .set({ scheduled_for: scheduledFor, schedule_version: version })
    .where('id', '=', enrollmentId)
    .execute()
}

export async function cancelPendingSlots(tx: Tx, enrollmentId: string): Promise<void> {
  await tx
    .updateTable('notification_slots')
    .set({ state: 'cancelled' })
    .where('enrollment_id', '=', enrollmentId)
    .where('state', '=', 'pending')
    .execute()
}

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
