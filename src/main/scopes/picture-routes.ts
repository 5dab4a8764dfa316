import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/app.ts'
import { createThumbnails } from '../../scoring/thumbnails.ts'
import { createCardCache } from '../../share/cards/card-cache.ts'
import { getBadgeRoute } from '../../share/get-badge.ts'
import { getCardRoutes } from '../../share/cards/get-card.ts'
import { getLaunchCardRoute } from '../../share/cards/get-launch-card.ts'
import { createCardDrawer } from '../../share/cards/render-card.ts'
import { getImageRoute } from '../../site/get-image.ts'

/** Cards, badges and images, which share one renderer and the thumbnails. */
export function addPictureRoutes(app: App, deps: Deps): void {
  const pictures = {
    ...deps,
    cards: createCardCache(deps),
    drawCard: createCardDrawer(deps),
    thumbnail: createThumbnails(deps),
  }
  getCardRoutes(app, pictures)
  getLaunchCardRoute(app, pictures)
  getBadgeRoute(app, deps)
  getImageRoute(app, pictures)
}
