import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getAnalyticsRoute } from './admin/get-analytics.ts'
import { getStatsRoute } from './admin/get-stats.ts'
import { getStatusRoute } from './admin/get-status.ts'
import { adminScheme, operators } from './admin/guard.ts'
import { listApiKeysRoute } from './admin/list-api-keys.ts'
import { listEnrollmentsRoute } from './admin/list-enrollments.ts'
import { listScoresRoute } from './admin/list-scores.ts'
import { adminSchemas } from './admin/schemas.ts'
import { getAttestationRoute } from './attestation/get-attestation.ts'
import { AttesterStatus } from './attestation/attester-status.ts'
import { getReceiptRoute } from './attestation/get-receipt.ts'
import { publishScoreRoute } from './attestation/publish-score.ts'
import { attestationSchemas } from './attestation/schemas.ts'
import type { Deps } from './deps.ts'
import { enrollRoute } from './enrollment/enroll.ts'
import { getEnrollmentMessageRoute } from './enrollment/get-enrollment-message.ts'
import { getEnrollmentRoute } from './enrollment/get-enrollment.ts'
import { enrollmentSchemas } from './enrollment/schemas.ts'
import { getFeedRoutes } from './feeds/get-feed.ts'
import { getHealthRoute } from './health/get-health.ts'
import { getMetricsRoute } from './health/get-metrics.ts'
import { Ready, getReadyRoute } from './health/get-ready.ts'
import { attendLaunchRoute } from './launches/attend-launch.ts'
import { editPageRoute } from './launches/edit-page.ts'
import { getCalendarRoute } from './launches/get-calendar.ts'
import { getLaunchRoute } from './launches/get-launch.ts'
import { getPageMessageRoute } from './launches/get-page-message.ts'
import { listPageEditsRoute } from './launches/list-page-edits.ts'
import { anyone, keyHolders, keyOptional, keyScheme } from './keys/guard.ts'
import { launchSchemas } from './launches/schemas.ts'
import { getPushKeyRoute } from './notifications/get-push-key.ts'
import { notificationSchemas } from './notifications/schemas.ts'
import { sendDueSlotsRoute } from './notifications/send-due-slots.ts'
import { subscribeRoute } from './notifications/subscribe.ts'
import { unsubscribeRoute } from './notifications/unsubscribe.ts'
import { getBadgeRoute } from './pictures/get-badge.ts'
import { getCardRoutes } from './pictures/get-card.ts'
import { watchMethods } from './platform/allowed-methods.ts'
import { announceDeprecations } from './platform/deprecation.ts'
import { type App, buildHttp } from './platform/http.ts'
import { describeRoutes } from './platform/openapi.ts'
import { readCommit } from './platform/read-commit.ts'
import { shareReads } from './platform/shared-reads.ts'
import { getDocsRoute } from './reference/get-docs.ts'
import { getLlmsRoute } from './reference/get-llms.ts'
import { getOpenapiRoute } from './reference/get-openapi.ts'
import { createScoreRoute } from './scoring/create-score.ts'
import { getScoreByTokenRoute } from './scoring/get-score-by-token.ts'
import { getScoreRoute } from './scoring/get-score.ts'
import { rescoreRoute } from './scoring/rescore.ts'
import { scoringSchemas } from './scoring/schemas.ts'
import { enrollPageRoute } from './site/enroll-page.ts'
import { adminPageRoute } from './site/admin-page.ts'
import { creatorPageRoutes } from './site/creator-page.ts'
import { getAssetRoute } from './site/get-asset.ts'
import { getPictureRoute } from './site/get-picture.ts'
import { getPushWorkerRoute } from './site/get-push-worker.ts'
import { homePageRoute } from './site/home-page.ts'
import { launchPageRoute } from './site/launch-page.ts'
import { leavePageRoute } from './site/leave-page.ts'
import { launchesPageRoute } from './site/launches-page.ts'
import { leaderboardsPageRoute } from './site/leaderboards-page.ts'
import { openSite } from './site/open-site.ts'
import { scorePageRoute } from './site/score-page.ts'
import { transparencyPageRoute } from './site/transparency-page.ts'
import { answerLost, visitors } from './site/visitors.ts'
import { getCreatorRoute } from './standings/get-creator.ts'
import { getPercentileRoute } from './standings/get-percentile.ts'
import { listGraduatesRoute } from './standings/list-graduates.ts'
import { listLaunchesRoute } from './standings/list-launches.ts'
import { listLeaderboardsRoute } from './standings/list-leaderboards.ts'
import { standingsSchemas } from './standings/schemas.ts'
import { deliverDueRoute } from './webhooks/deliver-due.ts'
import { eventDocuments } from './webhooks/event.ts'
import { getSubscriptionRoute } from './webhooks/get-subscription.ts'
import { listDeliveriesRoute } from './webhooks/list-deliveries.ts'
import { listEventsRoute } from './webhooks/list-events.ts'
import { listSubscriptionsRoute } from './webhooks/list-subscriptions.ts'
import { recoverDeliveriesRoute } from './webhooks/recover-deliveries.ts'
import { resumeSubscriptionRoute } from './webhooks/resume-subscription.ts'
import { retryDeliveryRoute } from './webhooks/retry-delivery.ts'
import { rotateSecretRoute } from './webhooks/rotate-secret.ts'
import { webhookSchemas } from './webhooks/schemas.ts'
import { sendTestEventRoute } from './webhooks/send-test-event.ts'
import { subscribeWebhookRoute } from './webhooks/subscribe.ts'
import { unsubscribeWebhookRoute } from './webhooks/unsubscribe.ts'

/** The service over HTTP: every endpoint, by who may call it. */
export async function buildApp(deps: Deps): Promise<App> {
  const site = await openSite(deps)
  const app = buildHttp({
    ...deps,
    trustProxy: deps.config.trustProxy,
    answerLost: (request, reply) => answerLost(site, request, reply),
  })
  await describeRoutes(app, { ...about(), securitySchemes: { ...adminScheme, ...keyScheme }, webhooks: eventDocuments })
  shareReads(app, ({ url }) => publicReads.test(url))
  announceDeprecations(app)
  const answerOtherMethods = watchMethods(app)
  const schemas = [
    ...scoringSchemas,
    ...enrollmentSchemas,
    ...launchSchemas,
    ...notificationSchemas,
    ...attestationSchemas,
    AttesterStatus,
    ...standingsSchemas,
    ...adminSchemas,
    ...webhookSchemas,
    Ready,
  ]
  for (const schema of schemas) app.addSchema(schema)

  await anyone(app, deps, (open) => {
    createScoreRoute(open, deps)
    getScoreRoute(open, deps)
    rescoreRoute(open, deps)
    getPercentileRoute(open, deps)
    publishScoreRoute(open, deps)
    getAttestationRoute(open, deps)
    getReceiptRoute(open, deps)
    getEnrollmentMessageRoute(open, deps)
    enrollRoute(open, deps)
    getEnrollmentRoute(open, deps)
    getLaunchRoute(open, deps)
    getPageMessageRoute(open, deps)
    editPageRoute(open, deps)
    listPageEditsRoute(open, deps)
    attendLaunchRoute(open, deps)
    getPushKeyRoute(open, deps)
    subscribeRoute(open, deps)
    unsubscribeRoute(open, deps)
    getCalendarRoute(open, deps)
    getCardRoutes(open, deps)
    getBadgeRoute(open, deps)
    getFeedRoutes(open, deps)
  })

  await keyOptional(app, deps, (read) => {
    getScoreByTokenRoute(read, deps)
    listLaunchesRoute(read, deps)
    listLeaderboardsRoute(read, deps)
    getCreatorRoute(read, deps)
    listGraduatesRoute(read)
    getOpenapiRoute(read)
    getDocsRoute(read)
  })

  await keyHolders(app, deps, (keyed) => {
    subscribeWebhookRoute(keyed, deps)
    listSubscriptionsRoute(keyed, deps)
    getSubscriptionRoute(keyed, deps)
    unsubscribeWebhookRoute(keyed, deps)
    listDeliveriesRoute(keyed, deps)
    retryDeliveryRoute(keyed, deps)
    recoverDeliveriesRoute(keyed, deps)
    listEventsRoute(keyed, deps)
    sendTestEventRoute(keyed, deps)
    rotateSecretRoute(keyed, deps)
    resumeSubscriptionRoute(keyed, deps)
  })

  await anyone(app, deps, (limited) =>
    operators(limited, deps, (ops) => {
      sendDueSlotsRoute(ops, deps)
      getStatsRoute(ops, deps)
      listScoresRoute(ops, deps)
      listEnrollmentsRoute(ops, deps)
      listApiKeysRoute(ops, deps)
      getAnalyticsRoute(ops, deps)
      getStatusRoute(ops, deps, { version: packageVersion(), commit: readCommit(root) })
      deliverDueRoute(ops, deps)
    }),
  )

  // unlimited: probes and what stands still (D47)
  getHealthRoute(app)
  getReadyRoute(app, deps)
  getMetricsRoute(app, deps)
  getLlmsRoute(app, deps.config)

  await visitors(app, site, (pages) => {
    homePageRoute(pages, deps, site)
    scorePageRoute(pages, deps, site)
    enrollPageRoute(pages, deps, site)
    launchPageRoute(pages, deps, site)
    leavePageRoute(pages, deps, site)
    leaderboardsPageRoute(pages, deps, site)
    launchesPageRoute(pages, deps, site)
    creatorPageRoutes(pages, deps, site)
    transparencyPageRoute(pages, deps, site)
    adminPageRoute(pages, site)
    getPictureRoute(pages, deps)
    getPushWorkerRoute(pages, site)
    getAssetRoute(pages, site)
  })

  answerOtherMethods()
  await app.ready()
  return app
}

/** Where a GET is for everybody, and so for the scripts of every site. */
const publicReads = /^\/((api\/v1|v1\/(score|enroll|enrollment|launch))\/|llms\.txt$)/

const root = fileURLToPath(new URL('..', import.meta.url))

const packageVersion = () =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version

function about() {
  return {
    title: 'Launchscore',
    version: packageVersion(),
    description:
      'Scores proposed token launches on six signals and explains the score. Higher is better. A score is no advice to buy.',
    tags: [
      { name: 'scoring', description: 'Score a launch, replay it, see where it stands' },
      { name: 'attestation', description: 'A score on the chain, once, and verifiable by anyone' },
      { name: 'enrollment', description: 'The creator’s wallet signs for a score' },
      { name: 'launches', description: 'The page of an enrolled launch, signed by its creator' },
      { name: 'public', description: 'Stable public reads under /api/v1' },
      { name: 'webhooks', description: 'Have events sent to you, and see what became of them' },
      { name: 'operation', description: 'Probes for whoever runs the service' },
      { name: 'admin', description: 'What operators see, with ADMIN_TOKEN' },
      { name: 'events', description: 'What is sent to webhook subscribers' },
    ],
  }
}
