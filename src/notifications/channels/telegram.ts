import { toPrintable } from '../../../contract/text.ts'
import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isSuccess, refusalByStatus } from '../../platform/outbound/http-refusal.ts'
import { type Channel, isTemporary, postJson } from './channel.ts'
import {
  formatFacts,
  formatNoticeSubject,
  formatSignals,
  formatTitle,
  formatWarningPrefix,
  type Notice,
} from './notice.ts'
import { parseBody, parseRetryAfter, type TelegramBot, telegramApi } from './telegram-bot.ts'
import { type Delivery, type Recipients, sendToEach } from './send-to-each.ts'

const timeoutMs = 8_000

export interface TelegramOptions {
  token: string
  chat: string
  apiBase?: string
  spacingMs?: number
}

/** Sends to a chat by a Telegram bot, at most one message per second. */
export function createTelegramChannel(options: TelegramOptions): Channel {
  const { token, chat, apiBase = telegramApi, spacingMs = 1_000 } = options
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

interface TelegramReminderOptions {
  bot: TelegramBot
  recipients: Recipients<{ id: string; chat: string }>
  spacingMs?: number | undefined
}

const reminderTimeoutMs = 40_000
/** Telegram takes 30 messages a second from a bot. */
const reminderSpacingMs = 40

/** Writes to each chat that asked the bot for reminders of a launch. */
export function createTelegramReminders({
  bot,
  recipients,
  spacingMs = reminderSpacingMs,
}: TelegramReminderOptions): Channel {
  const send = async (notice: Notice, signal: AbortSignal) => {
    const { text, entities } = toMessage(notice)
    const message = { text: `${text}\n\nSend /stop to end your reminders.`, entities }
    let waitMs: number | undefined
    const sendTo = async ({ chat }: { chat: string }): Promise<Delivery> => {
      if (signal.aborted || waitMs !== undefined) return { end: 'failed', retryAfterMs: waitMs }
      const response = await bot.say(chat, message, signal).catch(() => null)
      if (response && isSuccess(response)) return { end: 'delivered' }
      if (response?.status === 429 || response === null) waitMs = (response && parseRetryAfter(response)) ?? 1_000
      if (response === null || response.status === 429 || isTemporary(response.status))
        return { end: 'failed', retryAfterMs: waitMs }
      return { end: isChatGone(response) ? 'gone' : 'refused' }
    }
    return sendToEach({ what: 'telegram', recipients, send: sendTo, pageSize: 20, atOnce: 1, spacingMs }, notice)
  }
  return { name: 'telegram_reminders', reminds: 'telegram', concurrency: 1, timeoutMs: reminderTimeoutMs, send }
}

/** The person has blocked the bot, or the account is gone. */
const isChatGone = ({ status, body }: JsonResponse): boolean =>
  status === 403 || (status === 400 && /chat not found/i.test(String(parseBody(body).description)))

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

function getMessageId(body: unknown): string {
  const { message_id: id } = (parseBody(body).result ?? {}) as { message_id?: unknown }
  return typeof id === 'number' ? String(id) : 'accepted'
}
