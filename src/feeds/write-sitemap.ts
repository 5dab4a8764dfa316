import type { listMappedLaunches } from './store.ts'

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

export const writeIndex = (publicUrl: string, starts: string[]): string =>
  writeSet(
    'sitemapindex',
    starts.map((id) => writeEntry('sitemap', `${publicUrl}/sitemap.xml?after=${id}`)),
  )

/** The first file has the pages too. */
export function writeFile(publicUrl: string, { launches, isFirst }: { launches: Launches; isFirst: boolean }): string {
  const own = isFirst ? pages.map((path) => writeEntry('url', publicUrl + path)) : []
  const entries = launches.map(({ id, changedAt }) => writeEntry('url', `${publicUrl}/launch/${id}`, changedAt))
  return writeSet('urlset', [...own, ...entries])
}

/** PUBLIC_URL and ids contain nothing that XML escapes. */
const writeEntry = (tag: string, url: string, changedAt?: Date): string =>
  `<${tag}><loc>${url}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</${tag}>`

const writeSet = (tag: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`
