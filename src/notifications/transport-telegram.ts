import { type JsonAnswer, openGetJson } from '../platform/get-json.ts'
import { retryAfterMsOf } from '../platform/http-refusal.ts'
import { type Notice, eventOf, factsOf, subjectOf } from './notice.ts'
import { postJson } from './post-json.ts'
import type { Transport } from './transport.ts'

const timeoutMs = 8_000

export interface TelegramOptions {
  token: string
  chat: string
  apiBase?: string
  /** Telegram takes about one message a second for each chat. */
  spacingMs?: number
}

/** Sends to a chat by a Telegram bot, one message a second at most. */
export function openTelegram(options: TelegramOptions): Transport {
  const { token, chat, apiBase = 'https://api.telegram.org', spacingMs = 1_000 } = options
  const getJson = openGetJson({ provider: 'telegram', timeoutMs, maxBytes: 100_000 })
  const url = new URL(`${apiBase}/bot${token}/sendMessage`)
  const send = async (notice: Notice, signal: AbortSignal) => {
    const post = { chat_id: chat, ...messageOf(notice), link_preview_options: { is_disabled: true } }
    const answer = await postJson(getJson, { request: { url, post }, restMsOf }, signal)
    return { receipt: messageIdOf(answer.body), pauseMs: spacingMs }
  }
  return { name: 'telegram', concurrency: 1, timeoutMs, send }
}

/** Without a parse mode no mark formats; as code the stranger's words can't be made into links, mentions or commands. */
function messageOf(notice: Notice) {
  const subject = subjectOf(notice, (text) => text)
  const text = [`${subject}: ${eventOf(notice)}`, ...factsOf(notice), notice.url].join('\n')
  return { text, entities: [{ type: 'code', offset: 0, length: subject.length }] }
}

interface Sent {
  result?: { message_id?: number }
  parameters?: { retry_after?: number }
}

/** Read field by field: what is absent or of another type is of no use. */
const bodyOf = (body: unknown): Sent => (typeof body === 'object' && body !== null ? body : {})

function messageIdOf(body: unknown): string {
  const id = bodyOf(body).result?.message_id
  return typeof id === 'number' ? String(id) : 'accepted'
}

function restMsOf({ headers, body }: JsonAnswer): number | undefined {
  const seconds = bodyOf(body).parameters?.retry_after
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : retryAfterMsOf(headers)
}
