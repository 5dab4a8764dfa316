import type { Deps } from '../../deps.ts'
import { getAnalyticsRoute } from '../../admin/get-analytics.ts'
import { getBudgetsRoute } from '../../admin/get-budgets.ts'
import { getHoursRoute } from '../../admin/get-hours.ts'
import { getStatsRoute } from '../../admin/get-stats.ts'
import { getStatusRoute } from '../../admin/get-status.ts'
import { listApiKeysRoute } from '../../admin/list-api-keys.ts'
import { listEnrollmentsRoute } from '../../admin/list-enrollments.ts'
import { listLimitedCallersRoute } from '../../admin/list-limited-callers.ts'
import { listScoresRoute } from '../../admin/list-scores.ts'
import { listTakedownsRoute } from '../../admin/list-takedowns.ts'
import { takeDownCreatorRoutes, takeDownScoreRoutes } from '../../admin/take-down.ts'
import { deliverDueRoute } from '../../delivery/dispatch-route.ts'
import { answerAppealRoute } from '../../enrollment/appeals/answer-appeal.ts'
import { listAppealsRoute } from '../../enrollment/appeals/list-appeals.ts'
import type { WriteCheck } from '../../health/check-writes.ts'
import { listIncidentsRoute } from '../../incidents/list-incidents.ts'
import { openIncidentRoute } from '../../incidents/open-incident.ts'
import { resolveIncidentRoute } from '../../incidents/resolve-incident.ts'
import { updateIncidentRoute } from '../../incidents/update-incident.ts'
import { approveLaunchRoute } from '../../notifications/approve-launch.ts'
import { sendDueSlotsRoute } from '../../notifications/send-due-slots.ts'
import type { App } from '../../platform/http/app.ts'
import { listFailingWebhooksRoute } from '../../webhooks/list-failing-webhooks.ts'
import { queues } from '../queues.ts'
import { readRelease } from '../release/read-release.ts'

/** The routes that need an admin token. */
export function addOperatorRoutes(ops: App, deps: Deps, writes: WriteCheck): void {
  sendDueSlotsRoute(ops, deps)
  getStatsRoute(ops, deps)
  listScoresRoute(ops, deps)
  listEnrollmentsRoute(ops, deps)
  listApiKeysRoute(ops, deps)
  approveLaunchRoute(ops, deps)
  takeDownScoreRoutes(ops, deps)
  takeDownCreatorRoutes(ops, deps)
  listTakedownsRoute(ops, deps)
  listAppealsRoute(ops, deps)
  answerAppealRoute(ops, deps)
  getAnalyticsRoute(ops, deps)
  getStatusRoute(ops, { ...deps, queues, writes }, readRelease)
  getHoursRoute(ops, deps)
  getBudgetsRoute(ops, deps)
  listLimitedCallersRoute(ops, deps)
  listFailingWebhooksRoute(ops, deps)
  listIncidentsRoute(ops, deps)
  openIncidentRoute(ops, deps)
  updateIncidentRoute(ops, deps)
  resolveIncidentRoute(ops, deps)
  deliverDueRoute(ops, deps)
}
