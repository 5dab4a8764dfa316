import { colors } from '../../../contract/design.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isSuccess, parseRetryAfterMs, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import { type Channel, limitWait, postJson } from './channel.ts'
import {
  formatBar,
  formatFacts,
  formatNoticeSubject,
  formatTitle,
  getTone,
  listSignalRows,
  type Notice,
} from './notice.ts'

const timeoutMs = 8_000

export function createDiscordChannel(webhookUrl: string): Channel {
  const getJson = createGetJson({ provider: 'discord', timeoutMs, maxBytes: 100_000 })
  const url = new URL(webhookUrl)
  url.searchParams.set('wait', 'true') // Without it, the response has no message id.
  const send = async (notice: Notice, signal: AbortSignal) => {
    const post = { content: toContent(notice), embeds: [toEmbed(notice)], allowed_mentions: { parse: [] } }
    const response = await postJson(getJson, { request: { url, post }, parseRetryAfter }, signal)
    return { receipt: getId(response.body), spacingMs: parseSpacing(response.headers) }
  }
  const probe = async (signal: AbortSignal) => {
    const response = await getJson({ url: new URL(webhookUrl) }, signal)
    if (isSuccess(response) && getId(response.body) !== 'accepted') return 'the webhook exists'
    // Discord responds 404 to a webhook that was deleted.
    const fault = response.status === 404 ? 'auth' : (refusalByStatus(response)?.fault ?? 'request')
    throw new UpstreamError('discord', fault, `HTTP ${response.status}`)
  }
  return { name: 'discord', isShared: true, concurrency: 1, timeoutMs, send, probe }
}

/** The angle brackets suppress a link preview; the flag for that would hide our embed as well. */
const toContent = (notice: Notice) => `**${formatTitle(notice, escapeMarkdown)}**\n<${notice.url}>`

const toEmbed = (notice: Notice) => ({
  title: formatNoticeSubject(notice, escapeMarkdown),
  url: notice.url,
  description: formatFacts(notice).join('\n'),
  color: Number.parseInt(colors[getTone(notice)].light.slice(1), 16),
  fields: listSignalRows(notice).map((row) => ({ name: row.label, value: formatBar(row), inline: true })),
})

/** Escapes all punctuation, so that no text formats, mentions, links or invites. */
const escapeMarkdown = (text: string) => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)

const getId = (body: unknown) =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string' ? body.id : 'accepted'

function parseRetryAfter({ headers, body }: JsonResponse): number | undefined {
  const seconds = typeof body === 'object' && body !== null && 'retry_after' in body ? body.retry_after : undefined
  return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : parseRetryAfterMs(headers)
}

/** With an empty bucket the next request would be rejected until the reset. */
function parseSpacing(headers: JsonResponse['headers']): number {
  const resetMs = Number(headers['x-ratelimit-reset-after']) * 1000
  return headers['x-ratelimit-remaining'] === '0' && resetMs > 0 ? limitWait(Math.ceil(resetMs)) : 0
}
