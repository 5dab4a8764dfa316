import type { Deps } from '../deps.ts'
import { adminScheme, operators } from '../admin/guard.ts'
import { adminSchemas } from '../admin/schemas.ts'
import { getAttestationRoute } from '../attestation/get-attestation.ts'
import { AttesterStatus } from '../health/attester-status.ts'
import { DatabaseFault } from '../health/database-fault-schema.ts'
import { getReceiptRoute } from '../attestation/get-receipt.ts'
import { publishScoreRoute } from '../attestation/publishing/publish-score.ts'
import { attestationSchemas } from '../attestation/schemas.ts'
import { appealScoreRoute } from '../enrollment/appeals/appeal-score.ts'
import { getAppealMessageRoute } from '../enrollment/appeals/get-appeal-message.ts'
import { getAppealRoute } from '../enrollment/appeals/get-appeal.ts'
import { appealSchemas } from '../enrollment/appeals/schemas.ts'
import { enrollRoute } from '../enrollment/enroll.ts'
import { getEnrollmentMessageRoute } from '../enrollment/get-enrollment-message.ts'
import { getEnrollmentRoute } from '../enrollment/get-enrollment.ts'
import { enrollmentSchemas } from '../enrollment/schemas.ts'
import { listEvaluationsRoute } from '../evaluation/list-evaluations.ts'
import { evaluationSchemas } from '../evaluation/schemas.ts'
import { getFeedRoutes } from '../feeds/get-feed.ts'
import { getHealthRoute } from '../health/get-health.ts'
import { BreakerState, BudgetState, Ready, getReadyRoute } from '../health/get-ready.ts'
import { incidentSchemas } from '../incidents/schemas.ts'
import { getPromptDiffRoute } from '../judge/versions/get-prompt-diff.ts'
import { listPromptsRoute } from '../judge/versions/list-prompts.ts'
import { promptSchemas } from '../judge/versions/prompt-schemas.ts'
import { attendLaunchRoute } from '../launches/attend-launch.ts'
import { editPageRoute } from '../launches/edit-page.ts'
import { getCalendarRoute } from '../launches/get-calendar.ts'
import { getLaunchRoute } from '../launches/get-launch.ts'
import { getPageMessageRoute } from '../launches/get-page-message.ts'
import { listPageEditsRoute } from '../launches/list-page-edits.ts'
import {
  anyone,
  consumeUnserved,
  keyAccepted,
  keyHolders,
  keyOptional,
  keyScheme,
  limitUnserved,
  readers,
} from '../keys/guard.ts'
import { launchSchemas } from '../launches/schemas.ts'
import { getPushKeyRoute } from '../notifications/get-push-key.ts'
import { bindTokenRoute } from '../outcomes/binding/bind-token.ts'
import { getBoundTokenRoute } from '../outcomes/binding/get-bound-token.ts'
import { denyTokenRoute, getDenialMessageRoute } from '../outcomes/binding/deny-token.ts'
import { getNamedTokensMessageRoute, listNamedTokensRoute } from '../outcomes/binding/list-named-tokens.ts'
import { getTokenMessageRoute } from '../outcomes/binding/get-token-message.ts'
import { bindingSchemas } from '../outcomes/binding/schemas.ts'
import { findLaunchToken } from '../outcomes/binding/show-binding.ts'
import { listObservationsRoute } from '../outcomes/observing/list-observations.ts'
import { observationSchemas } from '../outcomes/observing/schemas.ts'
import { notificationSchemas } from '../notifications/schemas.ts'
import { subscribeRoute } from '../notifications/subscribe.ts'
import { unsubscribeRoute } from '../notifications/unsubscribe.ts'
import { OembedPhoto, getOembedRoute } from '../share/get-oembed.ts'
import { respondToOtherMethods } from '../platform/http/allowed-methods.ts'
import type { App } from '../platform/http/app.ts'
import { buildHttp } from '../platform/http/http.ts'
import { describeRoutes } from '../platform/openapi/openapi.ts'
import { ErrorBody } from '../platform/http/schema.ts'
import { serviceHeader } from '../platform/http/service-header.ts'
import { shareReads } from '../platform/http/shared-reads.ts'
import { aboutApi } from '../reference/about-api.ts'
import { getOpenapiRoute } from '../reference/get-openapi.ts'
import { addAgentRoutes } from './scopes/agent-routes.ts'
import { addMetricsRoute } from './scopes/metrics-route.ts'
import { addOperatorRoutes } from './scopes/operator-routes.ts'
import { addPictureRoutes } from './scopes/picture-routes.ts'
import { watchWrites } from './scopes/request-hooks.ts'
import { readReplica } from './scopes/replica-deps.ts'
import { addWebhookRoutes } from './scopes/webhook-routes.ts'
import { createScoreRoute } from '../scoring/create-score.ts'
import { getScoreByTokenRoute } from '../scoring/get-score-by-token.ts'
import { getScoreRoute } from '../scoring/get-score.ts'
import { getMeRoute } from '../scoring/own/get-me.ts'
import { listOwnScoresRoute } from '../scoring/own/list-scores.ts'
import { ownSchemas } from '../scoring/own/schemas.ts'
import { rescoreRoute } from '../scoring/rescore.ts'
import { scoringSchemas } from '../scoring/schemas.ts'
import { getUploadRoute } from '../scoring/uploads/get-upload.ts'
import { uploadImageRoute } from '../scoring/uploads/upload-image.ts'
import { getSubmissionMessageRoute } from '../scoring/wallets/get-submission-message.ts'
import { resolveWalletNameRoute } from '../scoring/wallets/resolve-wallet-name.ts'
import { walletSchemas } from '../scoring/wallets/schemas.ts'
import { enrollPageRoute } from '../site/pages/enroll-page.ts'
import { adminPageRoute } from '../site/pages/admin-page.ts'
import { developerPageRoute } from '../site/pages/developer-page.ts'
import { guidePageRoutes } from '../site/pages/guide-pages.ts'
import { docsPageRoute } from '../site/get-docs.ts'
import { creatorPageRoutes } from '../site/explore/creator-page.ts'
import { launchesPageRoute } from '../site/explore/launches-page.ts'
import { leaderboardsPageRoutes } from '../site/explore/leaderboards-page.ts'
import { searchPageRoute } from '../site/explore/search-page.ts'
import { tokenPageRoute } from '../site/explore/token-page.ts'
import { getAssetRoute } from '../site/get-asset.ts'
import { getIconRoutes } from '../site/get-icons.ts'
import { getRobotsRoute } from '../site/get-robots.ts'
import { getSitemapRoute } from '../feeds/get-sitemap.ts'
import { getPushWorkerRoute } from '../site/get-push-worker.ts'
import { getSecurityTextRoute } from '../site/get-security-text.ts'
import { homePageRoute } from '../site/pages/home-page.ts'
import { launchPageRoute } from '../site/pages/launch-page.ts'
import { leavePageRoute } from '../site/pages/leave-page.ts'
import { type Site, loadSite } from '../site/load-site.ts'
import { scorePageRoutes } from '../site/pages/score-page.ts'
import { graduatesPageRoute } from '../site/explore/graduates-page.ts'
import { trackRecordPageRoute } from '../site/pages/track-record-page.ts'
import { transparencyPageRoute } from '../site/pages/transparency-page.ts'
import { respondToUnmatched, visitors } from '../site/visitors.ts'
import { getCreatorRoute } from '../rankings/get-creator.ts'
import { getPercentileRoute } from '../rankings/get-percentile.ts'
import { listGraduatesRoute } from '../outcomes/track-record/list-graduates.ts'
import { getTrackRecordClaimsRoute, getTrackRecordRoute } from '../outcomes/track-record/get-track-record.ts'
import { exportLaunchesRoute } from '../outcomes/track-record/export-launches.ts'
import { getRecordDayRoute, listRecordDaysRoute } from '../outcomes/track-record/list-days.ts'
import { trackRecordSchemas } from '../outcomes/track-record/schemas.ts'
import { listLaunchesRoute } from '../rankings/list-launches.ts'
import { listLeaderboardsRoute } from '../rankings/list-leaderboards.ts'
import { rankingSchemas } from '../rankings/schemas.ts'
import { searchSchemas } from '../rankings/search/schemas.ts'
import { searchRoute } from '../rankings/search/search.ts'
import { describeEvents } from '../webhooks/event.ts'
import { failingSchemas } from '../webhooks/failing-schemas.ts'
import { WebhookTick } from '../delivery/schemas.ts'
import { webhookSchemas } from '../webhooks/schemas.ts'

/** Builds the HTTP service: every endpoint, grouped by who may call it. When `draining` aborts, it is no longer ready. */
export async function buildApp(deps: Deps, draining = new AbortController().signal): Promise<App> {
  const site = await loadSite(deps)
  const app = buildHttp({
    ...deps,
    schemas,
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
  const writes = watchWrites(app, deps)

  const scorers = deps.config.scoreAccess === 'key' ? keyHolders : keyAccepted
  await scorers(app, deps, (accepted) => addScoringRoutes(accepted, deps))
  await keyAccepted(app, deps, (accepted) => addV1Routes(accepted, deps))
  await keyOptional(app, deps, (optional) => addApiV1Routes(optional, deps, site))
  await keyHolders(app, deps, (keyed) => addKeyRoutes(keyed, deps))
  await keyHolders(app, deps, (keyed) => addWebhookRoutes(keyed, deps))
  if (deps.config.metrics.port === null) await anyone(app, deps, (limited) => addMetricsRoute(limited, deps))
  await anyone(app, deps, (limited) => operators(limited, deps, (ops) => addOperatorRoutes(ops, deps, writes)))
  // not rate-limited, so that an attack can't fail a probe (D47)
  getHealthRoute(app)
  getReadyRoute(app, { ...deps, writes, draining })
  await readers(app, deps, (limited) => visitors(limited, site, (pages) => addPages(pages, deps, site)))

  await app.ready()
  return app
}

const schemas = [
  ErrorBody,
  ...scoringSchemas,
  ...walletSchemas,
  ...ownSchemas,
  ...enrollmentSchemas,
  ...appealSchemas,
  ...launchSchemas,
  ...bindingSchemas,
  ...trackRecordSchemas,
  ...observationSchemas,
  ...notificationSchemas,
  ...attestationSchemas,
  AttesterStatus,
  DatabaseFault,
  ...rankingSchemas,
  ...searchSchemas,
  OembedPhoto,
  ...promptSchemas,
  ...adminSchemas,
  ...incidentSchemas,
  ...evaluationSchemas,
  ...webhookSchemas,
  ...failingSchemas,
  WebhookTick,
  BreakerState,
  BudgetState,
  Ready,
]

function addScoringRoutes(accepted: App, deps: Deps): void {
  createScoreRoute(accepted, deps)
  uploadImageRoute(accepted, deps)
  rescoreRoute(accepted, deps)
}

function addV1Routes(accepted: App, deps: Deps): void {
  const lists = readReplica(accepted, deps)
  getSubmissionMessageRoute(accepted, deps)
  getScoreRoute(accepted, deps)
  getPercentileRoute(accepted, lists)
  getAttestationRoute(accepted, deps)
  getReceiptRoute(accepted, deps)
  getEnrollmentMessageRoute(accepted, deps)
  enrollRoute(accepted, deps)
  getEnrollmentRoute(accepted, deps)
  getAppealMessageRoute(accepted, deps)
  appealScoreRoute(accepted, deps)
  getAppealRoute(accepted, deps)
  getLaunchRoute(accepted, { ...deps, findToken: findLaunchToken })
  getPageMessageRoute(accepted, deps)
  editPageRoute(accepted, deps)
  listPageEditsRoute(accepted, deps)
  getTokenMessageRoute(accepted, deps)
  bindTokenRoute(accepted, deps)
  getBoundTokenRoute(accepted, deps)
  getDenialMessageRoute(accepted, deps)
  denyTokenRoute(accepted, deps)
  getNamedTokensMessageRoute(accepted, deps)
  listNamedTokensRoute(accepted, deps)
  listObservationsRoute(accepted, deps)
  attendLaunchRoute(accepted, deps)
  publishScoreRoute(accepted, deps)
  getPushKeyRoute(accepted, deps)
  subscribeRoute(accepted, deps)
  unsubscribeRoute(accepted, deps)
  getCalendarRoute(accepted, deps)
  addPictureRoutes(accepted, deps)
  getOembedRoute(accepted, deps)
  getFeedRoutes(accepted, lists)
  getUploadRoute(accepted, deps)
  addAgentRoutes(accepted, deps)
}

function addApiV1Routes(optional: App, deps: Deps, site: Site): void {
  const lists = readReplica(optional, deps)
  getScoreByTokenRoute(optional, deps)
  listLaunchesRoute(optional, lists)
  listLeaderboardsRoute(optional, lists)
  getCreatorRoute(optional, deps)
  listGraduatesRoute(optional, lists)
  getTrackRecordRoute(optional, lists)
  getTrackRecordClaimsRoute(optional, lists)
  listRecordDaysRoute(optional, lists)
  getRecordDayRoute(optional, lists)
  exportLaunchesRoute(optional, lists)
  listEvaluationsRoute(optional, lists)
  searchRoute(optional, lists)
  resolveWalletNameRoute(optional, deps)
  listPromptsRoute(optional, deps)
  getPromptDiffRoute(optional)
  getOpenapiRoute(optional)
  docsPageRoute(optional, site)
}

function addKeyRoutes(keyed: App, deps: Deps): void {
  getMeRoute(keyed, deps)
  listOwnScoresRoute(keyed, deps)
}

function addPages(pages: App, deps: Deps, site: Site): void {
  const lists = readReplica(pages, deps)
  homePageRoute(pages, deps, site)
  scorePageRoutes(pages, deps, site)
  enrollPageRoute(pages, deps, site)
  launchPageRoute(pages, deps, site)
  leavePageRoute(pages, deps, site)
  leaderboardsPageRoutes(pages, lists, site)
  graduatesPageRoute(pages, lists, site)
  launchesPageRoute(pages, lists, site)
  searchPageRoute(pages, lists, site)
  tokenPageRoute(pages, deps, site)
  creatorPageRoutes(pages, deps, site)
  transparencyPageRoute(pages, deps, site)
  trackRecordPageRoute(pages, lists, site)
  adminPageRoute(pages, site)
  developerPageRoute(pages, site)
  guidePageRoutes(pages, site)
  getPushWorkerRoute(pages, site)
  getSecurityTextRoute(pages, deps)
  getIconRoutes(pages, deps.config, site)
  getRobotsRoute(pages, deps.config)
  getSitemapRoute(pages, deps) // a standby may not know yet of the take-down after which it is written
  getAssetRoute(pages, site)
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
