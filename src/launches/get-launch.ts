import type { LaunchPhase } from '../../contract/launch-outcome.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { type LaunchNotification, LaunchSummary } from '../../contract/schemas/launch.ts'
import { dayMs } from '../../contract/time.ts'
import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { sendJsonText, setEtag } from '../platform/http/responses.ts'
import { errorResponses, response, unchanged } from '../platform/http/schema.ts'
import { refuseHidden } from '../scoring/visibility.ts'
import { toEnrollmentResponse } from './enroll.ts'
import { toPageResponse } from './launch-page.ts'
import { createLaunchNotFoundError } from './resolve-launch.ts'
import { findSummary, type SummaryRow } from './store.ts'

/** Finds the token that a launch became, as the response shows it. */
export type FindToken = (db: Db, launch: { enrollmentId: string; submissionId: string }) => Promise<object | null>

export function getLaunchRoute(app: App, { reads }: Deps, findToken: FindToken) {
  const schema = {
    operationId: 'getLaunch',
    summary: 'Fetch an enrolled launch',
    tags: ['launches'],
    params: LaunchId,
    response: { 200: response(LaunchSummary, 'The launch'), 304: unchanged, ...errorResponses(400, 404, 451, 500) },
  }
  app.get('/v1/launch/:id', { schema, onSend: setEtag }, async (request, reply) => {
    const row = await findSummary(reads, request.params.id)
    if (!row) throw createLaunchNotFoundError()
    refuseHidden(row.hiddenReason)
    reply.header('cache-control', 'no-cache') // a copy is revalidated, so an edit shows at once
    return sendJsonText(reply, `{${formatSummary(row)},"token":${JSON.stringify(await findToken(reads, row))}}`)
  })
}

/** Without the token. Throws `hidden`. */
export async function getLaunch(db: Db, id: string): Promise<Omit<LaunchSummary, 'token'> | undefined> {
  const row = await findSummary(db, id)
  refuseHidden(row?.hiddenReason)
  return row && (JSON.parse(`{${formatSummary(row)}}`) as Omit<LaunchSummary, 'token'>) // we wrote it
}

/** Embeds the score byte for byte as first sent (D30). */
function formatSummary(row: SummaryRow): string {
  const enrollment = JSON.stringify(toEnrollmentResponse(row))
  const page = JSON.stringify(toPageResponse(row))
  const notifications = JSON.stringify(row.notifications.map(toNotificationResponse))
  const attendance = JSON.stringify({
    pageViews: Number(row.pageViews ?? 0),
    uniqueSessions: Number(row.uniqueSessions ?? 0),
  })
  const movedFrom = JSON.stringify(row.movedFrom?.toISOString() ?? null)
  const [outcome, warnings] = [JSON.stringify(row.outcome), JSON.stringify(row.warnings)]
  const reminders = Number(row.reminders)
  return `"enrollment":${enrollment},"score":${row.score},"outcome":${outcome},"warnings":${warnings},"page":${page},"notifications":${notifications},"attendance":${attendance},"movedFrom":${movedFrom},"reminders":${reminders}`
}

/** Before its fan-out, a slot is shown with the channel that is always on. */
function toNotificationResponse(row: SummaryRow['notifications'][number]): LaunchNotification {
  const { slot, channel, slotState, sendState, slotSentAt, sendSentAt } = row
  const sentAt = channel === null ? slotSentAt : sendSentAt
  return {
    slot,
    sendAt: new Date(row.sendAt).toISOString(),
    transport: channel ?? 'logging',
    state: sendState ?? slotState,
    sentAt: sentAt && new Date(sentAt).toISOString(),
  }
}

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
