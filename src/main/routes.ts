import { adminScheme } from '../admin/guard.ts'
import { createAdminRoutes } from '../admin/routes.ts'
import { attestationRoutes } from '../attestation/routes.ts'
import type { Deps } from '../deps.ts'
import { enrollmentRoutes } from '../enrollment/routes.ts'
import { evaluationRoutes } from '../evaluation/routes.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { createWriteCheck } from '../health/check-writes.ts'
import { addMetricsRoute, createHealthRoutes } from '../health/routes.ts'
import { watchWrites } from '../health/watch-writes.ts'
import { promptRoutes } from '../judge/routes.ts'
import { consumeUnserved, keyScheme, limitUnserved } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import { createLaunchRoutes } from '../launches/routes.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { findLaunchToken } from '../outcomes/binding/get-bound-token.ts'
import { tokenRoutes } from '../outcomes/binding/routes.ts'
import { recordRoutes } from '../outcomes/routes.ts'
import { respondToOtherMethods } from '../platform/http/allowed-methods.ts'
import type { App } from '../platform/http/app.ts'
import { buildHttp } from '../platform/http/http.ts'
import { ErrorBody } from '../platform/http/schema.ts'
import { serviceHeader } from '../platform/http/service-header.ts'
import { shareReads } from '../platform/http/shared-reads.ts'
import { describeRoutes } from '../platform/openapi/openapi.ts'
import { rankingRoutes } from '../rankings/routes.ts'
import { aboutApi } from '../reference/about-api.ts'
import { referenceRoutes } from '../reference/routes.ts'
import { scoringRoutes } from '../scoring/routes.ts'
import { createThumbnails } from '../scoring/thumbnails.ts'
import { createShareRoutes } from '../share/routes.ts'
import { loadSite } from '../site/load-site.ts'
import { createSiteRoutes } from '../site/routes.ts'
import { respondToUnmatched } from '../site/visitors.ts'
import { describeEvents } from '../webhooks/describe-events.ts'
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
  })
  const headers = ['Standing', 'Outcome', 'Warnings'].map((what) => serviceHeader(deps.config.serviceName, what))
  shareReads(app, { isShared: ({ url }) => publicReads.test(url), headers })
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

/** The paths whose GET is public, and so open to scripts of every site. */
const publicReads = /^\/((api\/v1|v1\/(score|images|enroll|enrollment|launch))\/|oembed$|llms(-full)?\.txt$)/
