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
  chat_id: string
  text: string
  parse_mode?: string
  entities?: { type: string; offset: number; length: number }[]
  link_preview_options?: { is_disabled: boolean }
}

export interface Telegram extends StandIn {
  messages: TelegramMessage[]
}

/** The `sendMessage` method of Telegram's bot API at `url`. A 429 has `parameters.retry_after`. */
export async function startTelegram(world: TelegramWorld): Promise<Telegram> {
  const messages: TelegramMessage[] = []
  const times: number[] = []
  const respond = (asked: Asked, count: number) =>
    world.findFault?.(asked, count) ?? toErrorResponse(world, { messages, times }, asked)
  const server = await startJsonServer({ path: '', respond })
  return { ...server, messages }
}

const refused = (status: number, description: string, parameters?: object): StandInResponse => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
})

export const tooMany = (seconds: number): StandInResponse =>
  refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })

function toErrorResponse(
  { token, chats, limit }: TelegramWorld,
  { messages, times }: { messages: TelegramMessage[]; times: number[] },
  asked: Asked,
): StandInResponse {
  const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(asked.path) ?? []
  if (given !== token)
    return refused(given === undefined ? 404 : 401, given === undefined ? 'Not Found' : 'Unauthorized')
  if (method !== 'sendMessage' || asked.method !== 'POST') return refused(404, 'Not Found')
  const message = JSON.parse(asked.body) as TelegramMessage
  const fault = faultIn(message, chats)
  if (fault) return refused(400, `Bad Request: ${fault}`)
  const first = limit && times.at(-limit.messages)
  const waitMs = limit && first !== undefined ? first + limit.windowMs - performance.now() : 0
  if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000))
  times.push(performance.now())
  messages.push(message)
  const chat = { id: message.chat_id, type: 'channel' }
  const date = Math.floor(Date.now() / 1000)
  return { body: { ok: true, result: { message_id: messages.length, date, chat, text: message.text } } }
}

function faultIn({ chat_id, text, parse_mode, entities = [] }: TelegramMessage, chats: string[]): string | undefined {
  if (!chats.includes(chat_id)) return 'chat not found'
  if (typeof text !== 'string' || text.trim() === '') return 'message text is empty'
  if (text.length > 4096) return 'message is too long'
  if (parse_mode !== undefined && !['HTML', 'Markdown', 'MarkdownV2'].includes(parse_mode))
    return 'unsupported parse_mode'
  const isOutside = entities.some(({ offset, length }) => offset < 0 || length < 1 || offset + length > text.length)
  return isOutside ? 'invalid entity' : undefined
}
