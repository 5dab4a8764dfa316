import { type JsonAnswer, openGetJson } from '../platform/get-json.ts'
import { retryAfterMsOf } from '../platform/http-refusal.ts'
import { type Notice, eventOf, factsOf, subjectOf } from './notice.ts'
import { postJson } from './post-json.ts'
import type { Transport } from './transport.ts'

const timeoutMs = 8_000
const suppressEmbeds = 4

/** Posts to a Discord webhook, no faster than its rate-limit headers allow. */
export function openDiscord(webhookUrl: string): Transport {
  const getJson = openGetJson({ provider: 'discord', timeoutMs, maxBytes: 100_000 })
  const url = new URL(webhookUrl)
  url.searchParams.set('wait', 'true') // else the answer comes before the message exists, and has no id
  const send = async (notice: Notice, signal: AbortSignal) => {
    const post = { content: contentOf(notice), allowed_mentions: { parse: [] }, flags: suppressEmbeds }
    const answer = await postJson(getJson, { request: { url, post }, restMsOf }, signal)
    return { receipt: idOf(answer.body), pauseMs: pauseMsOf(answer.headers) }
  }
  return { name: 'discord', concurrency: 1, timeoutMs, send }
}

const contentOf = (notice: Notice) =>
  [`**${subjectOf(notice, escapeMarkdown)}: ${eventOf(notice)}**`, ...factsOf(notice), `<${notice.url}>`].join('\n')

/** Every mark is escaped: none formats, mentions, links or invites any more. */
const escapeMarkdown = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)

const idOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : 'accepted'

function restMsOf({ headers, body }: JsonAnswer): number | undefined {
  const seconds = typeof body === 'object' && body !== null && 'retry_after' in body ? body.retry_after : undefined
  return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : retryAfterMsOf(headers)
}

/** The bucket is empty: the next call would be refused before it is refilled. */
function pauseMsOf(headers: JsonAnswer['headers']): number {
  const resetMs = Number(headers['x-ratelimit-reset-after']) * 1000
  return headers['x-ratelimit-remaining'] === '0' && resetMs > 0 ? Math.ceil(resetMs) : 0
}
