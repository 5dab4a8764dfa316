import { keyAccepted } from '../keys/guard.ts'
import type { RoutePlugin } from '../keys/route-plugin.ts'
import type { GetThumbnail } from '../scoring/thumbnails.ts'
import { createCardCache } from './cards/card-cache.ts'
import { getCardRoutes } from './cards/get-card.ts'
import { getLaunchCardRoute } from './cards/get-launch-card.ts'
import { createCardDrawer } from './cards/render-card.ts'
import { getBadgeRoute } from './get-badge.ts'
import { OembedPhoto, getOembedRoute } from './get-oembed.ts'

export const createShareRoutes = (thumbnail: GetThumbnail): RoutePlugin => ({
  schemas: [OembedPhoto],
  addRoutes: async (app, deps) => {
    await keyAccepted(app, deps, (scope) => {
      const maker = { cards: createCardCache(deps), drawCard: createCardDrawer(deps), thumbnail }
      getCardRoutes(scope, deps, maker)
      getLaunchCardRoute(scope, deps, maker)
      getBadgeRoute(scope, deps)
      getOembedRoute(scope, deps)
    })
  },
})
