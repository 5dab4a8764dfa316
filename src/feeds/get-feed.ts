import type { Deps } from '../deps.ts'
import { listIncidents } from '../incidents/store.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { apiChangelog } from '../reference/api-changelog.ts'
import { changeEntry, incidentEntry, launchEntry, placed, toTag } from './entries.ts'
import { type Feed, formatAtom, formatJsonFeed } from './feed.ts'
import { listLaunchRows } from './store.ts'

const maxEntries = 50

const feeds = {
  changelog: { title: 'API changelog', page: '/transparency', list: async () => apiChangelog.map(changeEntry) },
  incidents: {
    title: 'incidents',
    page: '/transparency',
    list: async ({ reads }: Deps) => (await listIncidents(reads, maxEntries)).map(incidentEntry),
  },
  launches: {
    title: 'launches',
    page: '/launches',
    list: async ({ reads }: Deps) => (await listLaunchRows(reads, maxEntries)).map(launchEntry),
  },
}

const formats = {
  xml: { type: 'application/atom+xml; charset=utf-8', write: formatAtom },
  json: { type: 'application/feed+json; charset=utf-8', write: formatJsonFeed },
}

export function getFeedRoutes(app: App, deps: Deps) {
  for (const name of Object.keys(feeds) as (keyof typeof feeds)[])
    for (const [ending, { type, write }] of Object.entries(formats))
      app.get(`/feeds/${name}.${ending}`, { schema: { hide: true }, onSend: setEtag }, async (_request, reply) => {
        const feed = await readFeed(deps, name)
        reply.header('cache-control', 'public, max-age=300')
        return reply.type(type).send(write(feed))
      })
}

async function readFeed(deps: Deps, name: keyof typeof feeds): Promise<Feed> {
  const { publicUrl, serviceName } = deps.config
  const { title, page, list } = feeds[name]
  return {
    id: toTag(publicUrl, name),
    title: `${serviceName}: ${title}`,
    author: serviceName,
    pageUrl: publicUrl + page,
    feedUrl: `${publicUrl}/feeds/${name}`,
    entries: placed(await list(deps), { feed: name, publicUrl }),
  }
}
