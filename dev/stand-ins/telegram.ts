import { setTimeout as pause } from 'node:timers/promises'
import { type StandInResponse, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'

export type TelegramFault = WireFault | StandInResponse

export interface TelegramWorld {
  token: string
  /** Chats that the bot may write to. */
  chats: string[]
  /** The messages that a chat accepts per window. */
  limit?: { messages: number; windowMs: number }
  findFault?: (asked: Asked, count: number) => TelegramFault | undefined
}

export interface TelegramMessage {
  chat_id: string | number
  text: string
  parse_mode?: string
  entities?: { type: string; offset: number; length: number }[]
  link_preview_options?: { is_disabled: boolean }
}

export interface ShownText {
  text: string
  entities: { type: string; offset: number; length: number }[]
}

export interface Telegram extends StandIn {
  messages: TelegramMessage[]
  /** Each message as its readers see it. */
  shown: ShownText[]
  /** Writes to the bot, which receives the message as an update. */
  say: (chat: number, text: string) => void
}

interface State extends Pick<Telegram, 'messages' | 'shown'> {
  times: number[]
  updates: { update_id: number; message: object }[]
  isClosed: boolean
}

/** Telegram's bot API at `url`: messages, and updates by long polling. A 429 has `parameters.retry_after`. */
export async function startTelegram(world: TelegramWorld): Promise<Telegram> {
  const state: State = { messages: [], shown: [], times: [], updates: [], isClosed: false }
  const respond = (asked: Asked, count: number) => world.findFault?.(asked, count) ?? toResponse(world, state, asked)
  const server = await startJsonServer({ path: '', respond })
  const say = (chat: number, text: string) => {
    const from = { id: chat, is_bot: false, first_name: 'Ada' }
    const length = /^\/\w+/.exec(text)?.[0].length
    const entities = length === undefined ? [] : [{ type: 'bot_command', offset: 0, length }]
    const update_id = state.updates.length + 1
    const message = { message_id: update_id, date: 1, chat: { id: chat, type: 'private' }, from, text, entities }
    state.updates.push({ update_id, message })
  }
  const close = () => {
    state.isClosed = true
    return server.close()
  }
  return { ...server, messages: state.messages, shown: state.shown, say, close }
}

const refused = (status: number, description: string, parameters?: object): StandInResponse => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
})

export const tooMany = (seconds: number): StandInResponse =>
  refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

const bot = { id: 4242, is_bot: true, first_name: 'Launchscore', username: 'launchscore_bot' }

function toResponse(world: TelegramWorld, state: State, asked: Asked): StandInResponse | Promise<StandInResponse> {
  const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(asked.path) ?? []
  if (given !== world.token)
    return refused(given === undefined ? 404 : 401, given === undefined ? 'Not Found' : 'Unauthorized')
  if (method === 'getMe') return { body: { ok: true, result: bot } }
  if (asked.method !== 'POST') return refused(404, 'Not Found')
  if (method === 'deleteWebhook') return { body: { ok: true, result: true } }
  if (method === 'getUpdates') return poll(state, JSON.parse(asked.body) as Poll)
  return method === 'sendMessage' ? receive(world, state, asked) : refused(404, 'Not Found')
}

interface Poll {
  offset?: number
  timeout?: number
}

/** Responds as soon as there is an update that isn't confirmed, or after the timeout. */
async function poll(state: State, { offset = 0, timeout = 0 }: Poll): Promise<StandInResponse> {
  const end = performance.now() + timeout * 1000
  for (;;) {
    const result = state.updates.filter(({ update_id }) => update_id >= offset)
    if (result.length > 0 || state.isClosed || performance.now() >= end) return { body: { ok: true, result } }
    await pause(20)
  }
}

function receive({ chats, limit }: TelegramWorld, { messages, shown, times }: State, asked: Asked): StandInResponse {
  const message = JSON.parse(asked.body) as TelegramMessage
  const fault = faultIn(message, chats)
  if (fault) return refused(400, `Bad Request: ${fault}`)
  const text = message.parse_mode === 'HTML' ? parseHtml(message.text) : toShown(message)
  if (typeof text === 'string') return refused(400, `Bad Request: can't parse entities: ${text}`)
  const first = limit && times.at(-limit.messages)
  const waitMs = limit && first !== undefined ? first + limit.windowMs - performance.now() : 0
  if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000))
  times.push(performance.now())
  messages.push(message)
  shown.push(detect(text))
  const chat = { id: message.chat_id, type: 'channel' }
  const date = Math.floor(Date.now() / 1000)
  return { body: { ok: true, result: { message_id: messages.length, date, chat, text: text.text } } }
}

const toShown = ({ text, entities = [] }: TelegramMessage): ShownText => ({ text, entities })

function faultIn({ chat_id, text, parse_mode, entities = [] }: TelegramMessage, chats: string[]): string | undefined {
  if (!chats.includes(String(chat_id))) return 'chat not found'
  if (typeof text !== 'string' || text.trim() === '') return 'message text is empty'
  if (text.length > 4096) return 'message is too long'
  if (parse_mode !== undefined && !['HTML', 'Markdown', 'MarkdownV2'].includes(parse_mode))
    return 'unsupported parse_mode'
  const isOutside = entities.some(({ offset, length }) => offset < 0 || length < 1 || offset + length > text.length)
  return isOutside ? 'invalid entity' : undefined
}

const entityTypes: Record<string, string> = { b: 'bold', i: 'italic', code: 'code', pre: 'pre', a: 'text_link' }
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** The text and the entities of Telegram's HTML, or what is wrong with it. */
function parseHtml(html: string): ShownText | string {
  let text = ''
  const open: { name: string; offset: number }[] = []
  const entities: ShownText['entities'] = []
  for (const [token, slash, name, character] of html.matchAll(/<(\/?)([^<>\s]*)[^<>]*>|&(\w+);|[^]/g)) {
    if (name !== undefined && !slash) {
      if (!entityTypes[name]) return `Unsupported start tag "${name}" at byte offset ${text.length}`
      open.push({ name, offset: text.length })
    } else if (name !== undefined) {
      const last = open.pop()
      if (last?.name !== name) return `Unmatched end tag at byte offset ${text.length}, expected "</${last?.name}>"`
      const [type = '', { offset }] = [entityTypes[name], last]
      entities.push({ type, offset, length: text.length - offset })
    } else if (token === '<') return `Unsupported start tag at byte offset ${text.length}`
    else text += character === undefined ? token : (characters[character] ?? token)
  }
  return open[0] ? `Can't find end tag corresponding to start tag "${open[0].name}"` : { text, entities }
}

/** What Telegram makes of any text outside of code. */
const detected = {
  url: /\bhttps?:\/\/\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|example|io|me|org)\b\S*/gi,
  mention: /(?<!\w)@\w{4,32}/g,
  hashtag: /(?<!\w)#\w+/g,
  cashtag: /(?<!\w)\$[A-Z]{1,8}\b/g,
  bot_command: /(?<![\w/])\/\w+/g,
}

function detect({ text, entities }: ShownText): ShownText {
  const codes = entities.filter(({ type }) => type === 'code' || type === 'pre')
  const found = Object.entries(detected).flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index: offset }) => ({ type, offset, length })),
  )
  const isFree = ({ offset }: { offset: number }) =>
    !codes.some((code) => offset >= code.offset && offset < code.offset + code.length)
  return { text, entities: [...entities, ...found.filter(isFree)] }
}
