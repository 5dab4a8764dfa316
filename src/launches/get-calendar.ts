import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { tagAnswer } from '../platform/http-answers.ts'
import { calendarOf } from './calendar.ts'
import { notEnrolled } from './known-launch.ts'
import { LaunchId } from './schemas.ts'
import { findCalendarRow } from './store.ts'

/** GET /launch/:id/calendar.ics: the time of a launch for a calendar. */
export function getCalendarRoute(app: App, { reads, config }: Pick<Deps, 'reads' | 'config'>) {
  const schema = { hide: true, params: LaunchId }
  app.get('/launch/:id/calendar.ics', { schema, onSend: tagAnswer }, async (request, reply) => {
    const calendar = calendarOf(await scheduledLaunch(reads, request.params.id), config)
    reply.headers({
      'cache-control': 'no-cache', // a moved launch moves at once: a copy may be kept, but is asked about
      'content-disposition': 'attachment; filename="launch.ics"',
      'x-content-type-options': 'nosniff',
    })
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}

async function scheduledLaunch(reads: Deps['reads'], id: string) {
  const row = await findCalendarRow(reads, id)
  if (!row) throw notEnrolled()
  const { scheduledFor, updatedAt, enrolledAt } = row
  if (!scheduledFor) throw new ApiError('not_found', 'This launch has no time: its creator has not scheduled it.')
  return { ...row, scheduledFor, changedAt: updatedAt ?? enrolledAt }
}
