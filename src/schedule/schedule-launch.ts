import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../webhooks/outbox.ts'
import { planSlots } from './slots.ts'
import { cancelPendingSlots, insertSlots } from './store.ts'

interface Scheduling {
  enrollmentId: string
  scoreId: string
  /** Null: the creator took the launch time back. */
  scheduledFor: Date | null
  version: number
  now: Date
}

/** Replaces pending slots and enqueues `launch.scheduled`. */
export async function scheduleLaunch(
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
