import type { SlotName } from '../database/column-types.ts'
import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { lockSchedule, updateSchedule } from './enrollment-store.ts'
import { cancelPendingSlots, insertSlots, planSlots, slotLeadMs } from './schedule-store.ts'

interface Change {
  enrollmentId: string
  scoreId: string
  /** Null clears the launch time. */
  scheduledFor: Date | null
  now: Date
}

/** Returns false if the launch already has this time. */
export async function setSchedule(
  deps: Deps,
  tx: Tx,
  { enrollmentId, scoreId, scheduledFor, now }: Change,
): Promise<boolean> {
  const before = await lockSchedule(tx, enrollmentId)
  if (before.scheduledFor?.getTime() === scheduledFor?.getTime()) return false
  const version = before.version + 1
  await updateSchedule(tx, { enrollmentId, scheduledFor, version })
  await scheduleLaunch(deps, tx, { enrollmentId, scoreId, scheduledFor, version, now })
  return true
}

interface Scheduling {
  enrollmentId: string
  scoreId: string
  /** Null: the creator took the launch time back. */
  scheduledFor: Date | null
  version: number
  now: Date
}

/** Replaces pending slots and enqueues `launch.scheduled`. */
async function scheduleLaunch(
  deps: Deps,
  tx: Tx,
  { enrollmentId, scoreId, scheduledFor, version, now }: Scheduling,
): Promise<void> {
  await cancelPendingSlots(tx, enrollmentId)
  if (scheduledFor) {
    const slots = planSlots(scheduledFor, now).map((slot) => ({ id: deps.random.uuid(), ...slot }))
    await insertSlots(tx, { enrollmentId, version, scheduledFor, slots })
  }
  const data = {
    scoreRequestId: scoreId,
    scheduledFor: scheduledFor?.toISOString() ?? null,
    updatedAt: now.toISOString(),
  }
  await enqueue(deps, tx, { event: 'launch.scheduled', data })
}

const latestStartMs = 30 * 60_000

/** A slot expires when the next one is due; T+0 half an hour after the launch. */
export function getSlotExpiry(slot: SlotName, scheduledFor: Date): Date {
  return new Date(scheduledFor.getTime() - nextSlotLeadMs[slot])
}

const nextSlotLeadMs: Record<SlotName, number> = {
  'T-60min': slotLeadMs['T-10min'],
  'T-10min': slotLeadMs['T+0'],
  'T+0': -latestStartMs,
}
