import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/http.ts'
import { holds } from '../platform/http/responses.ts'
import { ScoreId } from '../scoring/schemas.ts'
import type { TakedownDeps } from '../scoring/takedown/shown-cache.ts'
import type { CardSize } from './card-layout.ts'
import { createCardDrawer } from './render-card.ts'
import { getScoreOrThrow } from './get-score-or-throw.ts'
import { createCardCache } from './card-cache.ts'

const paths: Record<CardSize, string> = { wide: '/score/:id/card.png', tall: '/score/:id/card-3x2.png' }

/** GET /score/:id/card.png, /score/:id/card-3x2.png: the image that a shared link shows. */
export function getCardRoutes(app: App, deps: Pick<Deps, 'reads' | 'config'> & TakedownDeps) {
  const { reads, config } = deps
  const draw = createCardDrawer({ serviceName: config.serviceName, host: new URL(config.publicUrl).host })
  const getCard = createCardCache(deps, async (id, size) => draw(await getScoreOrThrow(reads, id), size))
  for (const size of ['wide', 'tall'] as const)
    app.get(paths[size], { schema: { hide: true, params: ScoreId } }, async (request, reply) => {
      const { png, etag } = await getCard(request.params.id.toLowerCase(), size)
      reply.headers({
        etag,
        'cache-control': 'public, max-age=3600', // caches notice a take-down within the hour
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return holds(request, etag) ? reply.code(304).send() : reply.type('image/png').send(png)
    })
}
