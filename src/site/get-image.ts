import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/http.ts'
import { holds } from '../platform/http/responses.ts'
import { refuseHidden } from '../scoring/takedown/refuse-hidden.ts'
import { type TakedownDeps, createShownCache } from '../scoring/takedown/shown-cache.ts'
import { ApiError } from '../platform/errors.ts'
import { findImage } from '../scoring/store.ts'
import { IdParam, getPageId, pageNotFound } from './id-param.ts'

interface ShownImage {
  bytes: Buffer
  mediaType: string
}

const maxCachedBytes = 32 * 1024 * 1024

/** GET /score/:id/picture: the stored copy of the launch's image (D20), so that pages load nothing from strangers' servers. */
export function getImageRoute(app: App, deps: Pick<Deps, 'reads'> & TakedownDeps) {
  const cache = createShownCache<ShownImage>(deps, {
    maxBytes: maxCachedBytes,
    getSize: ({ bytes }) => bytes.length,
  })
  const options = { schema: { hide: true, params: IdParam }, config: { limit: 'route' as const } }
  app.get('/score/:id/picture', options, async (request, reply) => {
    const id = getPageId(request.params.id, 'score')
    const etag = `"${id}-image"`
    const { bytes, mediaType } = await cache(id, () => getImage(deps.reads, id))
    reply.headers({
      etag,
      'cache-control': 'public, max-age=3600', // caches notice a take-down within the hour
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    return holds(request, etag) ? reply.code(304).send() : reply.type(mediaType).send(bytes)
  })
}

async function getImage(reads: Deps['reads'], id: string): Promise<ShownImage> {
  const image = await findImage(reads, id)
  if (!image) throw pageNotFound('score')
  const { bytes, mediaType, hiddenReason } = image
  refuseHidden(hiddenReason)
  if (!bytes) throw new ApiError('not_found', 'This image was deleted while the score was taken down.')
  return { bytes, mediaType }
}
