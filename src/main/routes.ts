import { attestationRoutes } from '../attestation/routes.ts'
import type { Deps } from '../deps.ts'
import { evaluationRoutes } from '../evaluation/routes.ts'
import { consumeUnserved, keyScheme, limitUnserved, type RoutePlugin } from '../keys/guard.ts'
import { describeVisitor } from '../keys/visitor.ts'
import { createLaunchRoutes, enrollmentRoutes } from '../launches/routes.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { createAdminRoutes } from '../operations/admin-routes.ts'
import { adminScheme } from '../operations/guard.ts'
import { addMetricsRoute, createHealthRoutes } from '../operations/health-routes.ts'
import { createWriteCheck, watchWrites } from '../operations/health.ts'
import { respondToOtherMethods } from '../platform/http/allowed-methods.ts'
import type { App } from '../platform/http/app.ts'
import { shareWithOrigins } from '../platform/http/cross-origin.ts'
import { serviceHeader } from '../platform/http/headers.ts'
import { buildHttp } from '../platform/http/http.ts'
import { ErrorBody } from '../platform/http/schema.ts'
import { describeRoutes } from '../platform/openapi.ts'
import { rankingRoutes } from '../rankings/routes.ts'
import { recordRoutes } from '../record/routes.ts'
import { scoringRoutes } from '../scoring/routes.ts'
import { createThumbnails } from '../scoring/thumbnails.ts'
import { promptRoutes } from '../signals/judge/routes.ts'
import { aboutApi } from '../site/api/about-api.ts'
import { loadSite } from '../site/load-site.ts'
import { createShareRoutes, createSiteRoutes, feedRoutes, referenceRoutes } from '../site/routes.ts'
import { respondToUnmatched } from '../site/visitors.ts'
import { findLaunchToken } from '../tokens/get-bound-token.ts'
import { tokenRoutes } from '../tokens/routes.ts'
import { describeEvents } from '../webhooks/events.ts'
import { webhookRoutes } from '../webhooks/routes.ts'

/** Builds the HTTP service of the modules' routes. When `draining` aborts, it is no longer ready. */
export async function buildApp(deps: Deps, draining = new AbortController().signal): Promise<App> {
  const site = await loadSite(deps)
  const thumbnail = createThumbnails(deps)
  const writes = createWriteCheck(deps)
  const plugins: RoutePlugin[] = [
    scoringRoutes,
    enrollmentRoutes,
    createLaunchRoutes(findLaunchToken),
    tokenRoutes,
    recordRoutes,
    notificationRoutes,
    attestationRoutes,
    rankingRoutes,
    createShareRoutes(thumbnail),
    feedRoutes,
    promptRoutes,
    evaluationRoutes,
    referenceRoutes,
    webhookRoutes,
    createAdminRoutes(writes),
    createHealthRoutes({ writes, draining }),
    createSiteRoutes(site, thumbnail),
  ]
  const app = buildHttp({
    ...deps,
    schemas: [ErrorBody, ...plugins.flatMap(({ schemas }) => schemas)],
    trustProxy: deps.config.trustProxy,
    connections: deps.config.connections,
    limitMalformed: (request, reply) => consumeUnserved(deps, request, reply),
    respondToUnmatched: (failed) => respondToUnmatched(site, failed),
  })
  await describeRoutes(app, {
    ...aboutApi(deps.config),
    webhooks: describeEvents(deps.config.serviceName),
    securitySchemes: { ...adminScheme, ...keyScheme },
    visitorParameter: describeVisitor(deps.config.serviceName),
  })
  const headers = ['Standing', 'Outcome', 'Warnings'].map((what) => serviceHeader(deps.config.serviceName, what))
  shareWithOrigins(app, { headers })
  limitUnserved(app, deps)
  respondToOtherMethods(app)
  watchWrites(app, writes)
  for (const { addRoutes } of plugins) await addRoutes(app, deps)
  await app.ready()
  return app
}

/** Builds a server with `/metrics` alone, for METRICS_PORT. */
export async function buildMetricsApp(deps: Deps): Promise<App> {
  const { trustProxy, connections } = deps.config
  const app = buildHttp({ ...deps, trustProxy, connections })
  addMetricsRoute(app, deps)
  await app.ready()
  return app
}
