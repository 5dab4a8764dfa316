import { UpstreamError } from '../../platform/errors.ts'
import { createGetJson, type JsonResponse } from '../../platform/outbound/get-json.ts'
import { isSuccess, parseRetryAfterMs } from '../../platform/outbound/http-refusal.ts'

export const telegramApi = 'https://api.telegram.org'

export interface TelegramText {
  text: string
  entities?: { type: string; offset: number; length: number }[]
}

/** What a person did to the bot in a private chat. */
export interface TelegramUpdate {
  id: number
  /** Null if the update is of no use to us. */
  chat: string | null
  /** The text of a message; null: the person has blocked the bot. */
  text: string | null
}

export interface TelegramBot {
  /** A token begins with the bot's number. */
  id: string
  getUsername: (signal: AbortSignal) => Promise<string>
  /** Returns the updates from this one on, which confirms the earlier ones. Throws `TelegramRefused`. */
  getUpdates: (from: number, wait: 'none' | 'long', signal: AbortSignal) => Promise<TelegramUpdate[]>
  say: (chat: string, message: TelegramText, signal: AbortSignal) => Promise<JsonResponse>
}

export class TelegramRefused extends Error {
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(status: number, retryAfterMs?: number) {
    super(`HTTP ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

const pollSeconds = 25

interface BotOptions {
  token: string
  apiBase?: string
  /** How long Telegram holds a request for updates. */
  waitSeconds?: number
}

export function createTelegramBot({
  token,
  apiBase = telegramApi,
  waitSeconds = pollSeconds,
}: BotOptions): TelegramBot {
  const limits = { provider: 'telegram', maxBytes: 1_000_000 }
  const getJson = createGetJson({ ...limits, timeoutMs: 8_000 })
  const poll = createGetJson({ ...limits, timeoutMs: (waitSeconds + 10) * 1000 })
  const toUrl = (method: string) => new URL(`${apiBase}/bot${token}/${method}`)
  return {
    id: token.split(':')[0] ?? '',
    getUsername: async (signal) => {
      const { username } = (getResult(await getJson({ url: toUrl('getMe') }, signal)) ?? {}) as { username?: unknown }
      if (typeof username === 'string' && /^\w{3,64}$/.test(username)) return username
      throw new UpstreamError('telegram', 'request', 'the bot has no user name')
    },
    getUpdates: async (from, wait, signal) => {
      const timeout = wait === 'none' ? 0 : waitSeconds
      const post = { offset: from, timeout, allowed_updates: ['message', 'my_chat_member'] }
      const result = getResult(await poll({ url: toUrl('getUpdates'), post }, signal))
      return Array.isArray(result) ? result.map(parseUpdate).filter((update) => update !== null) : []
    },
    say: (chat, message, signal) => {
      const post = { chat_id: chat, ...message, link_preview_options: { is_disabled: true } }
      return getJson({ url: toUrl('sendMessage'), post }, signal)
    },
  }
}

interface RawUpdate {
  update_id?: unknown
  message?: { chat?: RawChat; text?: unknown }
  my_chat_member?: { chat?: RawChat; new_chat_member?: { status?: unknown } }
}

interface RawChat {
  id?: unknown
  type?: unknown
}

/** Strangers write the texts; each field is checked. */
function parseUpdate(update: unknown): TelegramUpdate | null {
  const { update_id: id, message, my_chat_member: member } = (update ?? {}) as RawUpdate
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  const nothing = { id, chat: null, text: null }
  const chat = toPrivateChat(message?.chat ?? member?.chat)
  if (chat === null) return nothing
  if (typeof message?.text === 'string') return { id, chat, text: message.text.slice(0, 200) }
  return member?.new_chat_member?.status === 'kicked' ? { id, chat, text: null } : nothing
}

const toPrivateChat = (chat: RawChat | undefined): string | null =>
  chat?.type === 'private' && Number.isSafeInteger(chat.id) ? String(chat.id) : null

interface Sent {
  ok?: unknown
  description?: unknown
  result?: unknown
  parameters?: { retry_after?: number }
}

/** The body is untrusted; each field is checked where it is read. */
export const parseBody = (body: unknown): Sent => (typeof body === 'object' && body !== null ? body : {})

export function parseRetryAfter({ headers, body }: JsonResponse): number | undefined {
  const seconds = parseBody(body).parameters?.retry_after
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : parseRetryAfterMs(headers)
}

function getResult(response: JsonResponse): unknown {
  const { ok, result } = parseBody(response.body)
  if (isSuccess(response) && ok === true) return result
  throw new TelegramRefused(response.status, parseRetryAfter(response))
}
