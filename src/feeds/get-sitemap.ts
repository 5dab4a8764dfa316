import { type Static, Type } from 'typebox'
import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/http.ts'
import { setEtag } from '../platform/http/responses.ts'
import { listMappedLaunches, listMapStarts } from './store.ts'

/** The standard allows 50,000; smaller files take less memory. */
const mostInFile = 10_000

const pages = ['/', '/leaderboards', '/launches', '/transparency', '/docs', '/api/v1/docs']

const Query = Type.Object({ after: Type.Optional(Type.String({ format: 'uuid' })) })

/**
 * GET /sitemap.xml: the pages that search engines may list, with all enrolled launches. When one file can't hold them, it lists
 * the files that do.
 */
export function getSitemapRoute(app: App, { reads, config }: Pick<Deps, 'reads' | 'config'>, limit = mostInFile) {
  const options = { schema: { hide: true, querystring: Query }, onSend: setEtag }
  app.get('/sitemap.xml', options, async (request, reply) => {
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return reply.send(await writeSitemap(reads, { publicUrl: config.publicUrl, limit, ...request.query }))
  })
}

interface Wanted extends Static<typeof Query> {
  publicUrl: string
  /** Of launches in one file. */
  limit: number
}

async function writeSitemap(reads: Deps['reads'], { publicUrl, limit, after }: Wanted): Promise<string> {
  const starts = after === undefined ? await listMapStarts(reads, limit) : []
  if (starts.length > 0) return writeIndex(publicUrl, starts)
  const launches = await listMappedLaunches(reads, { after, limit })
  const own = after === undefined ? pages.map((path) => writeEntry('url', publicUrl + path)) : []
  const entries = launches.map(({ id, changedAt }) => writeEntry('url', `${publicUrl}/launch/${id}`, changedAt))
  return writeSet('urlset', [...own, ...entries])
}

/** The first file begins before every id. */
function writeIndex(publicUrl: string, starts: string[]): string {
  const files = [firstId, ...starts].map((id) => writeEntry('sitemap', `${publicUrl}/sitemap.xml?after=${id}`))
  return writeSet('sitemapindex', files)
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** PUBLIC_URL and ids have nothing that XML escapes. */
const writeEntry = (tag: string, url: string, changedAt?: Date): string =>
  `<${tag}><loc>${url}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</${tag}>`

const writeSet = (tag: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`
