import { readReplica } from '../database/read-replica.ts'
import { getSitemapRoute } from '../feeds/get-sitemap.ts'
import { keyAccepted, keyOptional, readers } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import type { GetThumbnail } from '../scoring/thumbnails.ts'
import { creatorPageRoutes } from './explore/creator-page.ts'
import { graduatesPageRoute } from './explore/graduates-page.ts'
import { launchesPageRoute } from './explore/launches-page.ts'
import { leaderboardsPageRoutes } from './explore/leaderboards-page.ts'
import { searchPageRoute } from './explore/search-page.ts'
import { tokenPageRoute } from './explore/token-page.ts'
import { getAssetRoute } from './get-asset.ts'
import { docsPageRoute } from './get-docs.ts'
import { getIconRoutes } from './get-icons.ts'
import { getImageRoute } from './get-image.ts'
import { getPushWorkerRoute } from './get-push-worker.ts'
import { getRobotsRoute } from './get-robots.ts'
import { getSecurityTextRoute } from './get-security-text.ts'
import type { Site } from './load-site.ts'
import { adminPageRoute } from './pages/admin-page.ts'
import { developerPageRoute } from './pages/developer-page.ts'
import { enrollPageRoute } from './pages/enroll-page.ts'
import { guidePageRoutes } from './pages/guide-pages.ts'
import { homePageRoute } from './pages/home-page.ts'
import { launchPageRoute } from './pages/launch-page.ts'
import { leavePageRoute } from './pages/leave-page.ts'
import { scorePageRoutes } from './pages/score-page.ts'
import { trackRecordPageRoute } from './pages/track-record-page.ts'
import { transparencyPageRoute } from './pages/transparency-page.ts'
import { visitors } from './visitors.ts'

export const createSiteRoutes = (site: Site, thumbnail: GetThumbnail): RoutePlugin => ({
  schemas: [],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => getImageRoute(scope, deps, thumbnail))
    await keyOptional(app, deps, (scope) => docsPageRoute(scope, site))
    await readers(app, deps, (limited) =>
      visitors(limited, site, (scope) => {
        const lists = readReplica(scope, deps)
        homePageRoute(scope, deps, site)
        scorePageRoutes(scope, deps, site)
        enrollPageRoute(scope, deps, site)
        launchPageRoute(scope, deps, site)
        leavePageRoute(scope, deps, site)
        leaderboardsPageRoutes(scope, lists, site)
        graduatesPageRoute(scope, lists, site)
        launchesPageRoute(scope, lists, site)
        searchPageRoute(scope, lists, site)
        tokenPageRoute(scope, deps, site)
        creatorPageRoutes(scope, deps, site)
        transparencyPageRoute(scope, deps, site)
        trackRecordPageRoute(scope, lists, site)
        adminPageRoute(scope, site)
        developerPageRoute(scope, site)
        guidePageRoutes(scope, site)
        getPushWorkerRoute(scope, site)
        getSecurityTextRoute(scope, deps)
        getIconRoutes(scope, deps.config, site)
        getRobotsRoute(scope, deps.config)
        getSitemapRoute(scope, deps) // A standby may not know a take-down yet.
        getAssetRoute(scope, site)
      }),
    )
  },
})
