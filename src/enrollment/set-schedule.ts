import type { Tx } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { scheduleLaunch } from '../schedule/schedule-launch.ts'
import { lockSchedule, updateSchedule } from './store.ts'

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
