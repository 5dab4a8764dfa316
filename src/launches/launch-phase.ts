import type { LaunchPhase } from '../../contract/launch-outcome.ts'
import { dayMs } from '../../contract/durations.ts'
import type { LaunchSummary } from '../../contract/schemas/launch.ts'

const liveMs = dayMs

type Plan = Pick<LaunchSummary, 'enrollment' | 'notifications'> & {
  /** The chain shows that the token exists. */
  isLaunched: boolean
}

/** Launched once its token exists; before that, by the scheduled time. */
export function getPhase({ enrollment, notifications, isLaunched }: Plan, now: Date): LaunchPhase {
  if (isLaunched) return 'launched'
  if (enrollment.scheduledFor === null) return notifications.length > 0 ? 'withdrawn' : 'unscheduled'
  const sinceMs = now.getTime() - Date.parse(enrollment.scheduledFor)
  if (sinceMs < 0) return 'scheduled'
  return sinceMs < liveMs ? 'live' : 'passed'
}
