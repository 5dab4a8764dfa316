import { Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { uuidPattern } from '../../contract/uuid.ts'
import { keepMaps } from './keep-maps.ts'

/** The standard allows 50,000, but an uncached file costs as much as a page. */
const maxInFile = 1000

const Query = Type.Object({ after: Type.Optional(Type.String({ pattern: uuidPattern })) })

/** Lists the pages for search engines and all enrolled launches, or the files that do when one can't hold them. */
export function getSitemapRoute(app: App, deps: Deps, size = maxInFile) {
  const readMap = keepMaps(deps, size)
  const options = { schema: { hide: true, querystring: Query }, onSend: setEtag }
  app.get('/sitemap.xml', options, async (request, reply) => {
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=300')
    return reply.send(await readMap(request.query.after?.toLowerCase()))
  })
}
