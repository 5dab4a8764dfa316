import { verifyResponses } from '../attestation/verify-responses.ts'
import { readReplica } from '../database/read-replica.ts'
import { keyAccepted, keyOptional, readers, type RoutePlugin } from '../keys/guard.ts'
import type { GetThumbnail } from '../scoring/thumbnails.ts'
import { llmsRoutes, openapiRoutes } from './api/documents.ts'
import { getBadgeRoute } from './badge.ts'
import { getCardRoutes, getLaunchCardRoute, getSiteCardRoute } from './cards/get-card.ts'
import { createCardCache, createCardDrawer } from './cards/render-card.ts'
import { embedRoutes } from './embeds.ts'
import { getFeedRoutes } from './feeds.ts'
import { getImageRoute } from './get-image.ts'
import type { SiteRenderer } from './load-site.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { getOembedRoute, OembedPhoto, OembedRich } from './oembed.ts'
import {
  creatorPageRoutes,
  graduatesPageRoute,
  launchesPageRoute,
  leaderboardsPageRoutes,
  myLaunchesPageRoute,
  searchPageRoute,
} from './pages/explore-pages.ts'
import { guidePageRoutes } from './pages/guide-pages.ts'
import { homePageRoute } from './pages/home-page.ts'
import { enrollPageRoute, launchPageRoute, leavePageRoute } from './pages/launch-pages.ts'
import { adminPageRoute, developerPageRoute } from './pages/operator-pages.ts'
import { reminderPageRoutes } from './pages/reminder-pages.ts'
import { scorePageRoutes } from './pages/score-page.ts'
import { tokenPageRoutes } from './pages/token-pages.ts'
import { trackRecordPageRoute } from './pages/track-record-page.ts'
import { transparencyPageRoute } from './pages/transparency-page.ts'
import { getSitemapRoute } from './sitemap.ts'
import {
  docsPageRoute,
  getAssetRoute,
  getFarcasterManifestRoute,
  getIconRoutes,
  getPushWorkerRoute,
  getRobotsRoute,
  getSecurityTextRoute,
} from './static-files.ts'
import { visitors } from './visitors.ts'

export const createSiteRoutes = (site: SiteRenderer, thumbnail: GetThumbnail): RoutePlugin => ({
  schemas: [],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => getImageRoute(scope, deps, thumbnail))
    await keyOptional(app, deps, (scope) => docsPageRoute(scope, site))
    await readers(app, deps, (limited) => embedRoutes(limited, deps, site))
    await readers(app, deps, (limited) =>
      visitors(limited, site, (scope) => {
        const lists = readReplica(scope, deps)
        homePageRoute(scope, deps, site)
        scorePageRoutes(scope, deps, site)
        enrollPageRoute(scope, deps, site)
        launchPageRoute(scope, deps, site)
        leavePageRoute(scope, deps, site)
        reminderPageRoutes(scope, deps, site)
        leaderboardsPageRoutes(scope, lists, site)
        graduatesPageRoute(scope, lists, site)
        launchesPageRoute(scope, lists, site)
        myLaunchesPageRoute(scope, site)
        searchPageRoute(scope, lists, site)
        tokenPageRoutes(scope, deps, site)
        creatorPageRoutes(scope, deps, site)
        transparencyPageRoute(scope, deps, site)
        trackRecordPageRoute(scope, lists, site)
        adminPageRoute(scope, site)
        developerPageRoute(scope, site)
        guidePageRoutes(scope, site)
        getPushWorkerRoute(scope, site)
        getSecurityTextRoute(scope, deps)
        getFarcasterManifestRoute(scope, deps.config)
        getIconRoutes(scope, deps.config, site)
        getRobotsRoute(scope, deps.config)
        getSitemapRoute(scope, deps) // A standby may not know a take-down yet.
        getAssetRoute(scope, site)
      }),
    )
  },
})

export const createShareRoutes = (thumbnail: GetThumbnail): RoutePlugin => ({
  schemas: [OembedPhoto, OembedRich],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      const maker = { cards: createCardCache(deps), drawCard: createCardDrawer(deps), thumbnail }
      getCardRoutes(scope, deps, maker)
      getLaunchCardRoute(scope, deps, maker)
      getSiteCardRoute(scope, deps, maker)
      getBadgeRoute(scope, deps)
      getOembedRoute(scope, deps)
    })
  },
})

export const feedRoutes: RoutePlugin = {
  schemas: [],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      getFeedRoutes(scope, readReplica(scope, deps))
    })
  },
}

export const referenceRoutes: RoutePlugin = {
  schemas: [],
  addRoutes: async (app, deps) => {
    const { config, clock, versions } = deps
    await keyAccepted(app, deps, (scope) => {
      llmsRoutes(scope, config)
      mcpRoute(scope, {
        publicUrl: config.publicUrl,
        serviceName: config.serviceName,
        // This deployment's own node would prove nothing to a caller.
        checkParts: (parts, signal) => verifyResponses(parts, { readChain: null, versions, now: clock.now(), signal }),
      })
    })
    await keyOptional(app, deps, openapiRoutes)
  },
}
