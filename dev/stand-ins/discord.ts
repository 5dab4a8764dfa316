import { type StandInResponse, type Asked, type StandIn, type WireFault, startJsonServer } from './json-server.ts'

export type DiscordFault = WireFault | StandInResponse

export interface DiscordWorld {
  /** The calls that a webhook accepts per window; five per two seconds by default, as Discord does. */
  limit?: { calls: number; windowMs: number }
  findFault?: (asked: Asked, count: number) => DiscordFault | undefined
  delayMs?: number
}

export interface DiscordMessage {
  content: string
  allowed_mentions?: { parse: string[] }
  flags?: number
  embeds?: DiscordEmbed[]
}

export interface DiscordEmbed {
  title: string
  url: string
  description: string
  color: number
  fields: { name: string; value: string; inline?: boolean }[]
}

export interface Discord extends StandIn {
  /** The accepted messages in order. */
  messages: DiscordMessage[]
}

const path = '/api/webhooks/1445300000000000001/stand-in-token'

/** A Discord webhook at `url`: 200 with `?wait=true`, else 204; rate-limit headers; 429 with `retry_after` in seconds. */
export async function startDiscord(world: DiscordWorld = {}): Promise<Discord> {
  const state: State = { messages: [], bucket: { left: 0, resetsAtMs: 0 } }
  const server = await startJsonServer({
    path,
    respond: (asked, count) => world.findFault?.(asked, count) ?? toErrorResponse(world, state, asked),
    delayMs: world.delayMs ?? 0,
  })
  return { ...server, messages: state.messages }
}

interface State {
  messages: DiscordMessage[]
  bucket: { left: number; resetsAtMs: number }
}

function toErrorResponse(
  { limit = { calls: 5, windowMs: 2000 } }: DiscordWorld,
  state: State,
  asked: Asked,
): StandInResponse {
  if (asked.method !== 'POST' || asked.path !== path) return unknownWebhook
  const bucket = draw(state, limit)
  if (bucket.isOver) return limited(bucket.headers, bucket.resetMs)
  const message = toMessage(asked)
  if (message && !fits(message.embeds)) return { status: 400, headers: bucket.headers, body: invalidForm }
  if (message === undefined) return { status: 400, headers: bucket.headers, body: emptyMessage }
  state.messages.push(message)
  if (asked.query['wait'] !== 'true') return { status: 204, headers: bucket.headers, body: '' }
  const id = `14453000000000${String(state.messages.length).padStart(5, '0')}`
  return { headers: bucket.headers, body: { id, type: 0, content: message.content, webhook_id: '1445300000000000001' } }
}

function draw(state: State, { calls, windowMs }: { calls: number; windowMs: number }) {
  const now = performance.now()
  if (now >= state.bucket.resetsAtMs) state.bucket = { left: calls, resetsAtMs: now + windowMs }
  const isOver = state.bucket.left === 0
  if (!isOver) state.bucket.left--
  const resetMs = state.bucket.resetsAtMs - now
  const headers = {
    'x-ratelimit-bucket': 'stand-in',
    'x-ratelimit-limit': String(calls),
    'x-ratelimit-remaining': String(state.bucket.left),
    'x-ratelimit-reset': String((Date.now() + resetMs) / 1000),
    'x-ratelimit-reset-after': (resetMs / 1000).toFixed(3),
  }
  return { isOver, headers, resetMs }
}

const limited = (headers: Record<string, string>, resetMs: number): StandInResponse => ({
  status: 429,
  headers: { ...headers, 'retry-after': String(Math.ceil(resetMs / 1000)), 'x-ratelimit-scope': 'user' },
  body: { message: 'You are being rate limited.', retry_after: Math.ceil(resetMs) / 1000, global: false },
})

export const unknownWebhook: StandInResponse = { status: 404, body: { message: 'Unknown Webhook', code: 10015 } }
const invalidForm = { message: 'Invalid Form Body', code: 50035, errors: { embeds: ['0'] } }
const emptyMessage = { message: 'Cannot send an empty message', code: 50006 }

/** Discord's limits of embeds. */
function fits(embeds: DiscordEmbed[] = []): boolean {
  const texts = embeds.flatMap(({ title, description, fields }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ])
  const isFit = ({ title, url, description, color, fields }: DiscordEmbed) =>
    title.length <= 256 &&
    /^https?:/.test(url) &&
    description.length <= 4096 &&
    Number.isInteger(color) &&
    color >= 0 &&
    color <= 0xffffff &&
    fields.length <= 25 &&
    fields.every(({ name, value }) => fitsIn(name, 256) && fitsIn(value, 1024))
  return embeds.length <= 10 && texts.join('').length <= 6000 && embeds.every(isFit)
}

const fitsIn = ({ length }: string, most: number) => length > 0 && length <= most

function toMessage({ headers, body }: Asked): DiscordMessage | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  const message = JSON.parse(body) as Partial<DiscordMessage>
  const { content = '' } = message
  return content.length > 0 && content.length <= 2000 ? { ...message, content } : undefined
}
