import type { Deps, Tx } from '../deps.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { planSlots } from './slots.ts'
import { cancelPendingSlots, insertSlots, lockSchedule, updateSchedule } from './store.ts'

interface Scheduling {
  enrollmentId: string
  scoreId: string
  /** null: no time is set any more. */
  scheduledFor: Date | null
  now: Date
}

/**
 * Sets, moves or clears an enrolled launch's time: what is still to be sent for the old time is cancelled, three slots
 * are seeded for the new one, and `launch.scheduled` says so. The same time again changes nothing: false.
 */
export async function setSchedule(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { enrollmentId, scoreId, scheduledFor, now }: Scheduling,
): Promise<boolean> {
  const before = await lockSchedule(tx, enrollmentId)
  if (before.scheduledFor?.getTime() === scheduledFor?.getTime()) return false
  const version = before.version + 1
  await updateSchedule(tx, { enrollmentId, scheduledFor, version })
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
  return true
}
