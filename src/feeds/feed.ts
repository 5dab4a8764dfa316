import { escapeMarkup } from '../platform/markup.ts'

export interface FeedEntry {
  /** Never changes, unlike the URL. */
  id: string
  url: string
  title: string
  text: string
  publishedAt: string
  updatedAt: string
}

export interface Feed {
  id: string
  title: string
  author: string
  pageUrl: string
  feedUrl: string
  entries: FeedEntry[]
}

/** RFC 4287; all content is plain text. */
export function formatAtom({ id, title, author, pageUrl, feedUrl, entries }: Feed): string {
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
export const formatJsonFeed = ({ title, author, pageUrl, feedUrl, entries }: Feed): string =>
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
