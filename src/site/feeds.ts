import { formatAggregate } from '../../contract/headline.ts'
import { leadSentence, leadSign, ledWithScore } from '../../contract/lead.ts'
import type { ApiChange, Incident } from '../../contract/news.ts'
import type { Deps } from '../deps.ts'
import { listIncidents } from '../operations/incident-store.ts'
import type { App } from '../platform/http/app.ts'
import { setEtag } from '../platform/http/responses.ts'
import { escapeMarkup } from '../platform/values.ts'
import { apiChangelog } from './api/api-changelog.ts'
import { type LaunchRow, listLaunchRows } from './store.ts'

interface FeedEntry {
  /** Never changes, unlike the URL. */
  id: string
  url: string
  title: string
  text: string
  publishedAt: string
  updatedAt: string
}

interface Feed {
  id: string
  title: string
  author: string
  pageUrl: string
  feedUrl: string
  entries: FeedEntry[]
}

/** RFC 4287; all content is plain text. */
function formatAtom({ id, title, author, pageUrl, feedUrl, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `${element('id', id)}${element('title', title)}${element('updated', findUpdatedAt(entries))}`,
    `<author>${element('name', author)}</author>`,
    `${link('self', `${feedUrl}.xml`)}${link('alternate', pageUrl)}`,
    ...entries.map(atomEntry),
    '</feed>',
    '',
  ].join('\n')
}

const atomEntry = ({ id, url, title, text, publishedAt, updatedAt }: FeedEntry): string =>
  [
    '<entry>',
    `${element('id', id)}${element('title', title)}${link('alternate', url)}`,
    `${element('published', publishedAt)}${element('updated', updatedAt)}`,
    `<content type="text">${escapeMarkup(text)}</content>`,
    '</entry>',
  ].join('\n')

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeMarkup(href)}"/>`

const findUpdatedAt = (entries: FeedEntry[]): string =>
  entries.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), new Date(0).toISOString())

/** A JSON Feed (version 1.1). */
const formatJsonFeed = ({ title, author, pageUrl, feedUrl, entries }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: `${feedUrl}.json`,
    authors: [{ name: author }],
    items: entries.map(({ id, url, title, text, publishedAt, updatedAt }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: publishedAt,
      date_modified: updatedAt,
    })),
  })

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

type NewEntry = Omit<FeedEntry, 'id' | 'url'> & { key: string; path: string }

function changeEntry({ id, date, title, changes }: ApiChange): NewEntry {
  const at = `${date}T00:00:00.000Z`
  const text = changes.map((change) => `- ${change}`).join('\n')
  return { key: id, path: `/transparency#${id}`, title, text, publishedAt: at, updatedAt: at }
}

/** Puts the latest update first. */
function incidentEntry({ id, title, impact, openedAt, resolvedAt, updates }: Incident): NewEntry {
  const text = updates
    .toReversed()
    .map(({ kind, body, postedAt }) => `${postedAt} ${kind}: ${body}`)
    .join('\n\n')
  return {
    key: id,
    path: `/transparency#incident-${id}`,
    title: `${resolvedAt ? 'Resolved' : 'Open'} (${impact}): ${title}`,
    text,
    publishedAt: openedAt,
    updatedAt: updates.at(-1)?.postedAt ?? openedAt,
  }
}

function launchEntry(row: LaunchRow): NewEntry {
  const { id, name, symbol, tagline, aggregateX100, band, outcome, scheduledFor, enrolledAt, updatedAt, outcomeAt } =
    row
  const sentence = leadSentence({ ...row, cause: row.outcomeCause })
  const subject = `${name} ($${symbol})`
  const plan = scheduledFor ? `Scheduled for ${scheduledFor.toISOString()}.` : 'No time is set yet.'
  const scored = `Scored ${formatAggregate(aggregateX100 / 100)} of 100, ${band}`
  const score = outcome === null ? `${scored}; higher is better.` : `${scored}, before launch.`
  const changedAt = updatedAt ?? enrolledAt
  return {
    key: id,
    path: `/launch/${id}`,
    title: ledWithScore(row, { subject, points: formatAggregate(aggregateX100 / 100), plain: subject }),
    text: [
      ...(sentence ? [`${leadSign(row)}${sentence}`] : []),
      ...(tagline ? [tagline] : []),
      score,
      ...(outcome === null ? [plan] : []),
    ].join('\n'),
    publishedAt: enrolledAt.toISOString(),
    updatedAt: (outcomeAt && outcomeAt > changedAt ? outcomeAt : changedAt).toISOString(),
  }
}

/** Adds URLs, and ids that outlive them (RFC 4151). */
const placed = (entries: NewEntry[], { feed, publicUrl }: { feed: string; publicUrl: string }): FeedEntry[] =>
  entries.map(({ key, path, ...entry }) => ({
    id: toTag(publicUrl, `${feed}/${key}`),
    url: publicUrl + path,
    ...entry,
  }))

const toTag = (publicUrl: string, name: string) => `tag:${new URL(publicUrl).hostname},2026:${name}`
