import type {
  AdminAnalytics,
  AdminEnrollments,
  AdminKeys,
  AdminScores,
  AdminStats,
  AdminStatus,
  AdminTakedowns,
} from '../../pages.ts'
import { type Asked, type Refusal, ask } from './ask.ts'

/** All that the dashboard shows, each part or why it is missing. */
export interface Look {
  status: AdminStatus
  stats: Asked<AdminStats>
  analytics: Asked<AdminAnalytics>
  keys: Asked<AdminKeys>
  scores: Asked<AdminScores>
  enrollments: Asked<AdminEnrollments>
  takedowns: Asked<AdminTakedowns>
}

export const rowsAtOnce = 10

/** Asks one endpoint first, so that a wrong token fails once and not seven times. */
export async function takeLook(token: string): Promise<{ look: Look } | { refusal: Refusal }> {
  const status = await ask<AdminStatus>(token, 'status')
  if ('refusal' in status) return status
  const [stats, analytics, keys, scores, enrollments, takedowns] = await Promise.all([
    ask<AdminStats>(token, 'stats'),
    ask<AdminAnalytics>(token, 'analytics'),
    ask<AdminKeys>(token, 'api-keys'),
    ask<AdminScores>(token, `scores?limit=${rowsAtOnce}`),
    ask<AdminEnrollments>(token, `enrollments?limit=${rowsAtOnce}`),
    ask<AdminTakedowns>(token, `takedowns?limit=${rowsAtOnce}`),
  ])
  return { look: { status: status.response, stats, analytics, keys, scores, enrollments, takedowns } }
}
