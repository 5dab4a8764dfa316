import { readFileSync } from 'node:fs'
import { adminScheme, operators } from './admin/guard.ts'
import type { Deps } from './deps.ts'
import { enrollRoute } from './enrollment/enroll.ts'
import { getEnrollmentMessageRoute } from './enrollment/get-enrollment-message.ts'
import { getEnrollmentRoute } from './enrollment/get-enrollment.ts'
import { enrollmentSchemas } from './enrollment/schemas.ts'
import { getHealthRoute } from './health/get-health.ts'
import { getMetricsRoute } from './health/get-metrics.ts'
import { Ready, getReadyRoute } from './health/get-ready.ts'
import { attendLaunchRoute } from './launches/attend-launch.ts'
import { editPageRoute } from './launches/edit-page.ts'
import { getLaunchRoute } from './launches/get-launch.ts'
import { getPageMessageRoute } from './launches/get-page-message.ts'
import { listPageEditsRoute } from './launches/list-page-edits.ts'
import { launchSchemas } from './launches/schemas.ts'
import { getPushKeyRoute } from './notifications/get-push-key.ts'
import { notificationSchemas } from './notifications/schemas.ts'
import { sendDueSlotsRoute } from './notifications/send-due-slots.ts'
import { subscribeRoute } from './notifications/subscribe.ts'
import { unsubscribeRoute } from './notifications/unsubscribe.ts'
import { watchMethods } from './platform/allowed-methods.ts'
import { type App, buildHttp } from './platform/http.ts'
import { describeRoutes } from './platform/openapi.ts'
import { getDocsRoute } from './reference/get-docs.ts'
import { getOpenapiRoute } from './reference/get-openapi.ts'
import { createScoreRoute } from './scoring/create-score.ts'
import { getScoreByTokenRoute } from './scoring/get-score-by-token.ts'
import { getScoreRoute } from './scoring/get-score.ts'
import { rescoreRoute } from './scoring/rescore.ts'
import { scoringSchemas } from './scoring/schemas.ts'
import { getCreatorRoute } from './standings/get-creator.ts'
import { getPercentileRoute } from './standings/get-percentile.ts'
import { listGraduatesRoute } from './standings/list-graduates.ts'
import { listLaunchesRoute } from './standings/list-launches.ts'
import { standingsSchemas } from './standings/schemas.ts'
import { eventDocuments } from './webhooks/event.ts'

/** The service over HTTP: every endpoint, by who may call it. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = buildHttp({ ...deps, trustProxy: deps.config.trustProxy })
  await describeRoutes(app, { ...about(), securitySchemes: adminScheme, webhooks: eventDocuments })
  const refuseOtherMethods = watchMethods(app)
  const schemas = [
    ...scoringSchemas,
    ...enrollmentSchemas,
    ...launchSchemas,
    ...notificationSchemas,
    ...standingsSchemas,
    Ready,
  ]
  for (const schema of schemas) app.addSchema(schema)

  // anyone
  createScoreRoute(app, deps)
  getScoreRoute(app, deps)
  rescoreRoute(app, deps)
  getPercentileRoute(app, deps)
  getEnrollmentMessageRoute(app, deps)
  enrollRoute(app, deps)
  getEnrollmentRoute(app, deps)
  getLaunchRoute(app, deps)
  getPageMessageRoute(app, deps)
  editPageRoute(app, deps)
  listPageEditsRoute(app, deps)
  attendLaunchRoute(app, deps)
  getPushKeyRoute(app, deps)
  subscribeRoute(app, deps)
  unsubscribeRoute(app, deps)

  // public reads
  getScoreByTokenRoute(app, deps)
  listLaunchesRoute(app, deps)
  getCreatorRoute(app, deps)
  listGraduatesRoute(app)
  getOpenapiRoute(app)
  getDocsRoute(app)

  // operators
  await operators(app, deps, (ops) => {
    sendDueSlotsRoute(ops, deps)
  })

  // probes
  getHealthRoute(app)
  getReadyRoute(app, deps)
  getMetricsRoute(app, deps)

  refuseOtherMethods()
  await app.ready()
  return app
}

function about() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return {
    title: 'Launchscore',
    version,
    description:
      'Scores proposed token launches on six signals and explains the score. Higher is better. A score is no advice to buy.',
    tags: [
      { name: 'scoring', description: 'Score a launch, replay it, see where it stands' },
      { name: 'enrollment', description: 'The creator’s wallet signs for a score' },
      { name: 'launches', description: 'The page of an enrolled launch, signed by its creator' },
      { name: 'public', description: 'Stable public reads under /api/v1' },
      { name: 'operation', description: 'Probes for whoever runs the service' },
      { name: 'events', description: 'What is sent to webhook subscribers' },
    ],
  }
}
