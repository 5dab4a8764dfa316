import { Type } from 'typebox'
import { nilUuid, uuidPattern } from '../../contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { createByteCache } from '../platform/caching.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { findMapStart, listMappedLaunches } from './store.ts'

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

/** Before every id: the first of several files begins here. */

const keptMs = 300_000
const maxBytes = 4 * 1024 * 1024

/** Without an id: the only file, or the index of the files. */
type ReadMap = (after?: string) => Promise<string>

function keepMaps({ reads, config, clock, takedownEpoch }: Deps, size: number): ReadMap {
  const { publicUrl } = config
  const cache = createByteCache<{ text: string }>({ maxBytes, getSize: ({ text }) => text.length })
  const keep = async (key: string, write: () => Promise<string>): Promise<string> => {
    const period = Math.floor(clock.now().getTime() / keptMs)
    return (await cache(`${period} ${takedownEpoch() ?? ''} ${key}`, async () => ({ text: await write() }))).text
  }
  let starts = [nilUuid]

  const findIndex = async () => {
    starts = await extend(reads, starts, size)
    return starts.length > 1 ? writeIndex(publicUrl, starts) : findFile(nilUuid)
  }
  const findFile = async (after: string, until?: string) => {
    const launches = await listMappedLaunches(reads, { after, until, limit: size })
    return writeFile(publicUrl, { launches, isFirst: after === nilUuid })
  }

  return async (after) => {
    const index = await keep('index', findIndex)
    if (after === undefined) return index
    const place = starts.indexOf(after)
    // Anybody can request an id that starts no file. Reading it costs as much as a page, and evicts nothing.
    return place < 0 ? findFile(after) : keep(after, () => findFile(after, starts[place + 1]))
  }
}

/** Ids grow with time, so existing starts never move. */
async function extend(reads: Deps['reads'], known: string[], size: number): Promise<string[]> {
  const starts = [...known]
  for (let next = known.at(-1); next !== undefined;) {
    next = await findMapStart(reads, { after: next, size })
    if (next !== undefined) starts.push(next)
  }
  return starts
}

type Launches = Awaited<ReturnType<typeof listMappedLaunches>>

const pages = [
  '/',
  '/leaderboards',
  '/launches',
  '/graduates',
  '/track-record',
  '/transparency',
  '/docs',
  '/api/v1/docs',
]

const writeIndex = (publicUrl: string, starts: string[]): string =>
  writeSet(
    'sitemapindex',
    starts.map((id) => writeEntry('sitemap', `${publicUrl}/sitemap.xml?after=${id}`)),
  )

/** The first file has the pages too. */
function writeFile(publicUrl: string, { launches, isFirst }: { launches: Launches; isFirst: boolean }): string {
  const own = isFirst ? pages.map((path) => writeEntry('url', publicUrl + path)) : []
  const entries = launches.map(({ id, changedAt }) => writeEntry('url', `${publicUrl}/launch/${id}`, changedAt))
  return writeSet('urlset', [...own, ...entries])
}

/** PUBLIC_URL and ids contain nothing that XML escapes. */
const writeEntry = (tag: string, url: string, changedAt?: Date): string =>
  `<${tag}><loc>${url}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</${tag}>`

const writeSet = (tag: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`
