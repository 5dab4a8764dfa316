import type { Db, Deps } from '../deps.ts'
import { answeredEnrollment } from '../enrollment/answered-enrollment.ts'
import type { App } from '../platform/http.ts'
import { sendJsonText, tagAnswer } from '../platform/http-answers.ts'
import { answer, errorAnswers, unchanged } from '../platform/schema.ts'
import { answeredPage } from './answered-page.ts'
import { notEnrolled } from './known-launch.ts'
import { LaunchId, LaunchSummary, type Notification } from './schemas.ts'
import { type SummaryRow, findSummary } from './store.ts'

/** GET /v1/launch/:id: the enrollment, its score, the page, the notifications and the attendance of a launch. */
export function getLaunchRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  const schema = {
    operationId: 'getLaunch',
    summary: 'Fetch all of an enrolled launch',
    tags: ['launches'],
    params: LaunchId,
    response: { 200: answer(LaunchSummary, 'The launch'), 304: unchanged, ...errorAnswers(400, 404, 500) },
  }
  app.get('/v1/launch/:id', { schema, onSend: tagAnswer }, async (request, reply) => {
    const row = await findSummary(reads, request.params.id)
    if (!row) throw notEnrolled()
    reply.header('cache-control', 'no-cache') // an edit takes effect at once: a copy may be kept, but is asked about
    return sendJsonText(reply, summaryText(row))
  })
}

/** A launch as `GET /v1/launch/:id` answers it. */
export async function getLaunch(db: Db, id: string): Promise<LaunchSummary | undefined> {
  const row = await findSummary(db, id)
  return row && (JSON.parse(summaryText(row)) as LaunchSummary) // we wrote it
}

/** D30's object around the score as it was first sent, byte for byte. */
function summaryText(row: SummaryRow): string {
  const enrollment = JSON.stringify(answeredEnrollment(row))
  const page = JSON.stringify(answeredPage(row))
  const notifications = JSON.stringify(row.notifications.map(answeredNotification))
  const attendance = JSON.stringify({
    pageViews: Number(row.pageViews ?? 0),
    uniqueSessions: Number(row.uniqueSessions ?? 0),
  })
  return `{"enrollment":${enrollment},"score":${row.score},"page":${page},"notifications":${notifications},"attendance":${attendance}}`
}

/** Before a slot is fanned out it has no transports but the one that is always on. */
function answeredNotification(row: SummaryRow['notifications'][number]): Notification {
  const { slot, transport, slotState, sendState, slotSentAt, sendSentAt } = row
  const sentAt = transport === null ? slotSentAt : sendSentAt
  return {
    slot,
    sendAt: new Date(row.sendAt).toISOString(),
    transport: transport ?? 'logging',
    state: sendState ?? slotState,
    sentAt: sentAt && new Date(sentAt).toISOString(),
  }
}
