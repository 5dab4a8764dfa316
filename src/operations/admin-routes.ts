import { adminSchemas } from '../../contract/schemas/admin.ts'
import { WebhookTick } from '../../contract/schemas/delivery.ts'
import { incidentSchemas } from '../../contract/schemas/incident.ts'
import { anyone, type RoutePlugin } from '../keys/guard.ts'
import { answerAppealRoute, listAppealsRoute } from '../launches/appeals.ts'
import { approveLaunchRoute } from '../notifications/approve-launch.ts'
import { sendDueSlotsRoute } from '../notifications/send-notifications.ts'
import { deliverDueRoute } from '../webhooks/dispatch-deliveries.ts'
import { listFailingWebhooksRoute } from '../webhooks/failing-webhooks.ts'
import {
  listApiKeysRoute,
  listEnrollmentsRoute,
  listLimitedCallersRoute,
  listScoresRoute,
  listTakedownsRoute,
} from './admin-lists.ts'
import { getAnalyticsRoute, getBudgetsRoute, getHoursRoute, getStatsRoute } from './analytics.ts'
import { operators } from './guard.ts'
import type { WriteCheck } from './health.ts'
import { listIncidentsRoute, openIncidentRoute, resolveIncidentRoute, updateIncidentRoute } from './incidents.ts'
import { getStatusRoute } from './status.ts'
import { takeDownCreatorRoutes, takeDownScoreRoutes } from './admin-take-down.ts'

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
