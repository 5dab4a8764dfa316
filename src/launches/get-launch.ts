import type { Db } from '../database/db.ts'
import type { Deps } from '../deps.ts'
import { toEnrollmentResponse } from '../enrollment/enrollment-response.ts'
import type { App } from '../platform/http/app.ts'
import { sendJsonText, setEtag } from '../platform/http/responses.ts'
import { response, errorResponses, unchanged } from '../platform/http/schema.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { toPageResponse } from './page-response.ts'
import { createLaunchNotFoundError } from '../enrollment/resolve-launch.ts'
import { LaunchId } from '../../contract/schemas/enrollment.ts'
import { LaunchSummary, type LaunchNotification } from '../../contract/schemas/launch.ts'
import { type SummaryRow, findSummary } from './store.ts'

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
