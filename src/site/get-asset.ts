import { Type } from 'typebox'
import { ApiError } from '../platform/errors.ts'
import type { App } from '../platform/http.ts'
import { holds } from '../platform/http-answers.ts'
import type { Site } from './open-site.ts'

/** GET /assets/:name: a file that the pages load; its name tells its content, so it is kept for ever. */
export function getAssetRoute(app: App, { assets }: Pick<Site, 'assets'>) {
  const schema = { hide: true, params: Type.Object({ name: Type.String() }) }
  app.get('/assets/:name', { schema }, async (request, reply) => {
    const { name } = request.params
    const asset = assets.get(name)
    if (!asset) throw new ApiError('not_found', 'There is no such file. Load the page again.')
    const coding = codingFor(request.headers['accept-encoding'] ?? '')
    const etag = `"${name}-${coding}"`
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable', etag })
    if (holds(request, etag)) return reply.code(304).send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.type(asset.type).send(asset.bytes[coding])
  })
}

function codingFor(accepted: string): 'br' | 'gzip' | 'identity' {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
