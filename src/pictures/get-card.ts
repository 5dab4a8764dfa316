import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { holds } from '../platform/http-answers.ts'
import { ScoreId } from '../scoring/schemas.ts'
import type { CardSize } from './card.ts'
import { openCardDrawer } from './draw-card.ts'
import { knownScore } from './known-score.ts'
import { rememberCards } from './remember-cards.ts'

const paths: Record<CardSize, string> = { wide: '/score/:id/card.png', tall: '/score/:id/card-3x2.png' }

/** GET /score/:id/card.png, /score/:id/card-3x2.png: a score as the picture that a shared link shows. */
export function getCardRoutes(app: App, { reads, config }: Pick<Deps, 'reads' | 'config'>) {
  const draw = openCardDrawer({ serviceName: config.serviceName, host: new URL(config.publicUrl).host })
  const cardOf = rememberCards(async (id, size) => draw(await knownScore(reads, id), size))
  for (const size of ['wide', 'tall'] as const)
    app.get(paths[size], { schema: { hide: true, params: ScoreId } }, async (request, reply) => {
      const { png, etag } = await cardOf(request.params.id.toLowerCase(), size)
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return holds(request, etag) ? reply.code(304).send() : reply.type('image/png').send(png)
    })
}
