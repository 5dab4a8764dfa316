import type { Deps } from '../deps.ts'
import type { App } from '../platform/http.ts'
import { holds } from '../platform/http-answers.ts'
import { findReplay } from '../scoring/store.ts'
import { IdParam, idOfPage, noSuchPage } from './id-param.ts'

/** GET /score/:id/picture: the stored copy of the launch's picture (D20), so that no page loads a stranger's address. */
export function getPictureRoute(app: App, { reads }: Pick<Deps, 'reads'>) {
  app.get('/score/:id/picture', { schema: { hide: true, params: IdParam } }, async (request, reply) => {
    const id = idOfPage(request.params.id, 'score')
    const etag = `"${id}-picture"`
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' })
    if (holds(request, etag)) return reply.code(304).send()
    const replay = await findReplay(reads, id)
    if (!replay) throw noSuchPage('score')
    const { bytes, mediaType } = replay.picture
    return reply.type(mediaType).header('content-security-policy', "default-src 'none'; sandbox").send(bytes)
  })
}
