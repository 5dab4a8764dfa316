import { toPrintable } from '../../../contract/text.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isSuccess, parseRetryAfterMs, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import { type Channel, postJson } from './channel.ts'
import {
  formatFacts,
  formatNoticeSubject,
  formatSignals,
  formatTitle,
  formatWarningPrefix,
  type Notice,
} from './notice.ts'

const timeoutMs = 8_000

export interface TelegramOptions {
  token: string
  chat: string
  apiBase?: string
  spacingMs?: number
}

/** Sends to a chat by a Telegram bot, at most one message per second. */
export function createTelegramChannel(options: TelegramOptions): Channel {
  const { token, chat, apiBase = 'https://api.telegram.org', spacingMs = 1_000 } = options
  const getJson = createGetJson({ provider: 'telegram', timeoutMs, maxBytes: 100_000 })
  const url = new URL(`${apiBase}/bot${token}/sendMessage`)
  const send = async (notice: Notice, signal: AbortSignal) => {
    const post = { chat_id: chat, ...toMessage(notice), link_preview_options: { is_disabled: true } }
    const response = await postJson(getJson, { request: { url, post }, parseRetryAfter }, signal)
    return { receipt: getMessageId(response.body), spacingMs }
  }
  const ask = async (method: string, signal: AbortSignal) => {
    const response = await getJson({ url: new URL(`${apiBase}/bot${token}/${method}`) }, signal)
    const { ok, description } = parseBody(response.body)
    if (isSuccess(response) && ok === true) return
    const said = typeof description === 'string' ? `: ${toPrintable(description).slice(0, 200)}` : ''
    // Telegram responds 404 to a token of another form
    const fault =
      response.status === 401 || response.status === 404 ? 'auth' : (refusalByStatus(response)?.fault ?? 'request')
    throw new UpstreamError('telegram', fault, `HTTP ${response.status}${said}`)
  }
  const probe = async (signal: AbortSignal) => {
    await ask('getMe', signal)
    await ask(`getChat?chat_id=${encodeURIComponent(chat)}`, signal)
    return 'the bot is in the chat'
  }
  return { name: 'telegram', isShared: true, concurrency: 1, timeoutMs, send, probe }
}

/** Plain text without a parse mode: as `code`, the launch's name can't become a link, mention or command. */
function toMessage(notice: Notice) {
  const head = `${[formatTitle(notice), ...formatFacts(notice)].join('\n')}\n`
  const signals = formatSignals(notice).join('\n')
  const entities = [
    { type: 'code', offset: formatWarningPrefix(notice).length, length: formatNoticeSubject(notice).length },
    { type: 'pre', offset: head.length, length: signals.length },
  ]
  return { text: `${head}${signals}\n${notice.url}`, entities }
}

interface Sent {
  ok?: unknown
  description?: unknown
  result?: { message_id?: number }
  parameters?: { retry_after?: number }
}

/** The body is untrusted; each field is checked where it is read. */
const parseBody = (body: unknown): Sent => (typeof body === 'object' && body !== null ? body : {})

function getMessageId(body: unknown): string {
  const id = parseBody(body).result?.message_id
  return typeof id === 'number' ? String(id) : 'accepted'
}

function parseRetryAfter({ headers, body }: JsonResponse): number | undefined {
  const seconds = parseBody(body).parameters?.retry_after
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : parseRetryAfterMs(headers)
}
