import { deliverDueRoute } from '../delivery/dispatch-route.ts'
import { WebhookTick } from '../../contract/schemas/delivery.ts'
import { answerAppealRoute } from '../enrollment/appeals/answer-appeal.ts'
import { listAppealsRoute } from '../enrollment/appeals/list-appeals.ts'
import type { WriteCheck } from '../health/check-writes.ts'
import { listIncidentsRoute } from '../incidents/list-incidents.ts'
import { openIncidentRoute } from '../incidents/open-incident.ts'
import { resolveIncidentRoute } from '../incidents/resolve-incident.ts'
import { incidentSchemas } from '../../contract/schemas/incident.ts'
import { updateIncidentRoute } from '../incidents/update-incident.ts'
import { anyone } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { approveLaunchRoute } from '../notifications/approve-launch.ts'
import { sendDueSlotsRoute } from '../notifications/send-due-slots.ts'
import { listFailingWebhooksRoute } from '../webhooks/list-failing-webhooks.ts'
import { getAnalyticsRoute } from './get-analytics.ts'
import { getBudgetsRoute } from './get-budgets.ts'
import { getHoursRoute } from './get-hours.ts'
import { getStatsRoute } from './get-stats.ts'
import { getStatusRoute } from './get-status.ts'
import { operators } from './guard.ts'
import { listApiKeysRoute } from './list-api-keys.ts'
import { listEnrollmentsRoute } from './list-enrollments.ts'
import { listLimitedCallersRoute } from './list-limited-callers.ts'
import { listScoresRoute } from './list-scores.ts'
import { listTakedownsRoute } from './list-takedowns.ts'
import { adminSchemas } from '../../contract/schemas/admin.ts'
import { takeDownCreatorRoutes, takeDownScoreRoutes } from './take-down.ts'

/** One scope, whose guard logs wrong tokens. */
export const createAdminRoutes = (writes: WriteCheck): RoutePlugin => ({
  schemas: [...adminSchemas, ...incidentSchemas, WebhookTick],
  addRoutes: async (app, deps) => {
    await anyone(app, deps, (limited) =>
      operators(limited, deps, (scope) => {
        sendDueSlotsRoute(scope, deps)
        getStatsRoute(scope, deps)
        listScoresRoute(scope, deps)
        listEnrollmentsRoute(scope, deps)
        listApiKeysRoute(scope, deps)
        approveLaunchRoute(scope, deps)
        takeDownScoreRoutes(scope, deps)
        takeDownCreatorRoutes(scope, deps)
        listTakedownsRoute(scope, deps)
        listAppealsRoute(scope, deps)
        answerAppealRoute(scope, deps)
        getAnalyticsRoute(scope, deps)
        getStatusRoute(scope, deps, writes)
        getHoursRoute(scope, deps)
        getBudgetsRoute(scope, deps)
        listLimitedCallersRoute(scope, deps)
        listFailingWebhooksRoute(scope, deps)
        listIncidentsRoute(scope, deps)
        openIncidentRoute(scope, deps)
        updateIncidentRoute(scope, deps)
        resolveIncidentRoute(scope, deps)
        deliverDueRoute(scope, deps)
      }),
    )
  },
})
