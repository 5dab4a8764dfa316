import type { ApiChange, Incident } from '../../contract/news.ts'
import { formatAggregate } from '../../contract/headline.ts'
import { leadSentence, leadSign, ledWithScore } from '../../contract/lead.ts'
import type { FeedEntry } from './feed.ts'
import type { LaunchRow } from './store.ts'

type NewEntry = Omit<FeedEntry, 'id' | 'url'> & { key: string; path: string }

export function changeEntry({ id, date, title, changes }: ApiChange): NewEntry {
  const at = `${date}T00:00:00.000Z`
  const text = changes.map((change) => `- ${change}`).join('\n')
  return { key: id, path: `/transparency#${id}`, title, text, publishedAt: at, updatedAt: at }
}

/** Puts the latest update first. */
export function incidentEntry({ id, title, impact, openedAt, resolvedAt, updates }: Incident): NewEntry {
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

export function launchEntry(row: LaunchRow): NewEntry {
  const { id, name, symbol, tagline, aggregateX100, band, outcome, scheduledFor, enrolledAt, updatedAt, outcomeAt } =
    row
  const sentence = leadSentence({ ...row, cause: row.outcomeCause })
  const subject = `${name} ($${symbol})`
  const plan = scheduledFor ? `Scheduled for ${scheduledFor.toISOString()}.` : 'No time is set yet.'
  const scored = `Scored ${aggregateX100 / 100} of 100, ${band}`
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
export const placed = (entries: NewEntry[], { feed, publicUrl }: { feed: string; publicUrl: string }): FeedEntry[] =>
  entries.map(({ key, path, ...entry }) => ({
    id: toTag(publicUrl, `${feed}/${key}`),
    url: publicUrl + path,
    ...entry,
  }))

export const toTag = (publicUrl: string, name: string) => `tag:${new URL(publicUrl).hostname},2026:${name}`
