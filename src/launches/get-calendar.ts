import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { formatCalendar } from './calendar.ts'
import { createLaunchNotFoundError } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { findCalendarRow } from './store.ts'

export function getCalendarRoute(app: App, { reads, config }: Deps) {
  const schema = { hide: true, params: LaunchId }
  app.get('/launch/:id/calendar.ics', { schema, onSend: setEtag }, async (request, reply) => {
    const calendar = formatCalendar(await getScheduledLaunch(reads, request.params.id), config)
    reply.headers({
      'cache-control': 'no-cache', // a copy is revalidated, so a moved launch moves at once
      'content-disposition': 'attachment; filename="launch.ics"',
    })
    return reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}

async function getScheduledLaunch(reads: Deps['reads'], id: string) {
  const row = await findCalendarRow(reads, id)
  if (!row) throw createLaunchNotFoundError()
  refuseHidden(row.hiddenReason)
  const { scheduledFor, updatedAt, enrolledAt, outcomeAt } = row
  if (!scheduledFor) throw new ApiError('not_found', 'This launch has no scheduled time.')
  return { ...row, scheduledFor, changedAt: later(updatedAt ?? enrolledAt, outcomeAt) }
}

const later = (at: Date, other: Date | null): Date => (other && other > at ? other : at)
