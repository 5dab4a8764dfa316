import type { LaunchPhase } from 'launchscore-web/pages'
import type { LaunchSummary } from '../../launches/schemas.ts'
import { dayMs } from '../../platform/clock.ts'

const liveMs = dayMs

/** The phase of a launch by its scheduled time, which says nothing about the chain. */
export function getPhase(
  { enrollment, notifications }: Pick<LaunchSummary, 'enrollment' | 'notifications'>,
  now: Date,
): LaunchPhase {
  if (enrollment.scheduledFor === null) return notifications.length > 0 ? 'withdrawn' : 'unscheduled'
  const sinceMs = now.getTime() - Date.parse(enrollment.scheduledFor)
  if (sinceMs < 0) return 'scheduled'
  return sinceMs < liveMs ? 'live' : 'passed'
}
