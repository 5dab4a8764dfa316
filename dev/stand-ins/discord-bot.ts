import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { type Asked, type StandIn, type StandInResponse, startJsonServer } from './json-server.ts'

export interface DiscordBotWorld {
  token: string
  /** Channels that the bot may write to. */
  channels: string[]
}

export interface BotMessage {
  /** A channel, or the interaction that the message answers. */
  to: string
  content: string
  allowed_mentions?: { parse: string[] }
}

interface Command {
  name: string
  description: string
  options?: { type: number; name: string; description: string; required?: boolean }[]
}

export interface DiscordBot extends StandIn {
  messages: BotMessage[]
  commands: Command[]
  /** A user runs a command with its one option. Resolves when the bot is connected. Returns the id of the interaction. */
  use: (command: string, value: string, user?: string) => Promise<string>
}

const applicationId = '1445300000000000001'
const user = {
  id: applicationId,
  username: 'launchscore',
  discriminator: '0001',
  global_name: null,
  avatar: null,
  bot: true,
}

interface State extends Pick<DiscordBot, 'messages' | 'commands'> {
  gateway: string
  /** Unanswered interactions have `null`, deferred ones `true`. */
  interactions: Map<string, { id: string; isDeferred: boolean }>
}

/** Discord as a bot sees it: the REST API at `url`, and the gateway, whose address the API tells. */
export async function startDiscordBot(world: DiscordBotWorld): Promise<DiscordBot> {
  const gateway = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo // it listens on a port
  const state: State = { messages: [], commands: [], gateway: `ws://127.0.0.1:${port}`, interactions: new Map() }
  const connected = Promise.withResolvers<(event: string, data: object) => void>()
  gateway.on('connection', (socket) => serve(socket, { world, state, onReady: connected.resolve }))
  const server = await startJsonServer({ path: '/api', respond: (asked) => toResponse(world, state, asked) })
  const use = async (name: string, value: string, by = '77') => {
    const dispatch = await connected.promise
    const id = `14453000000000${String(state.interactions.size + 100).padStart(5, '0')}`
    const token = `interaction-${id}`
    state.interactions.set(token, { id, isDeferred: false })
    const option = state.commands.find((command) => command.name === name)?.options?.[0]
    const data = { id: '1', name, type: 1, options: [{ type: option?.type, name: option?.name, value }] }
    const asker = { id: by, username: 'ada', discriminator: '0', global_name: null, avatar: null }
    const facts = { id, token, type: 2, version: 1, application_id: applicationId, data, user: asker }
    const channel = { id: '9', type: 1 }
    const rest = { channel_id: '9', channel, locale: 'en-US', entitlements: [], authorizing_integration_owners: {} }
    dispatch('INTERACTION_CREATE', { ...facts, ...rest, context: 1, attachment_size_limit: 1 })
    return id
  }
  const close = async () => {
    for (const socket of gateway.clients) socket.terminate()
    gateway.close()
    await server.close()
  }
  return { ...server, messages: state.messages, commands: state.commands, use, close }
}

interface Session {
  world: DiscordBotWorld
  state: State
  onReady: (dispatch: (event: string, data: object) => void) => void
}

/** The gateway: HELLO, then IDENTIFY of the bot, then READY, and a response to each heartbeat. */
function serve(socket: WebSocket, { world, state, onReady }: Session): void {
  let sequence = 0
  const send = (op: number, d: unknown, rest: object = {}) =>
    socket.send(JSON.stringify({ op, d, s: null, t: null, ...rest }))
  const dispatch = (t: string, d: object) => send(0, d, { t, s: ++sequence })
  socket.on('message', (raw: RawData) => {
    // the type of messages is that of `ws` by default
    const { op, d } = JSON.parse((raw as Buffer).toString()) as {
      op: number
      d: { token?: string; intents?: number } | null
    }
    if (op === 1) send(11, null)
    if (op !== 2) return
    if (d?.token !== world.token) return socket.close(4004, 'Authentication failed.')
    if (typeof d.intents !== 'number') return socket.close(4013, 'Invalid intent(s).')
    const application = { id: applicationId, flags: 0 }
    const session = { session_id: 'stand-in', resume_gateway_url: state.gateway, session_type: 'normal' }
    dispatch('READY', { v: 10, user, guilds: [], application, ...session })
    onReady(dispatch)
  })
  send(10, { heartbeat_interval: 41_250, _trace: [] })
}

const refused = (status: number, code: number, message: string): StandInResponse => ({
  status,
  body: { message, code },
})
const noContent: StandInResponse = { status: 204, body: '' }

function toResponse(world: DiscordBotWorld, state: State, asked: Asked): StandInResponse {
  const path = decodeURIComponent(asked.path).replace('/api/v10/', '')
  const [resource, id = '', third = '', ...rest] = path.split('/')
  const key = `${asked.method} ${resource} ${rest.join('/')}`.trim()
  if (key === 'POST interactions callback') return acknowledge(state, third, asked)
  if (key === 'PATCH webhooks messages/@original') return answer(state, third, asked)
  if (asked.headers.authorization !== `Bot ${world.token}`) return refused(401, 0, '401: Unauthorized')
  if (path === 'gateway/bot') return describeGateway(state)
  if (key === 'PUT applications' && id === applicationId && third === 'commands') return register(state, asked)
  if (key === 'POST channels' && third === 'messages')
    return world.channels.includes(id) ? post(state, id, asked) : refused(404, 10_003, 'Unknown Channel')
  return refused(404, 0, '404: Not Found')
}

function describeGateway({ gateway }: State): StandInResponse {
  const limit = { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 }
  return { body: { url: gateway, shards: 1, session_start_limit: limit } }
}

function register({ commands }: State, { body }: Asked): StandInResponse {
  const given = JSON.parse(body) as Command[]
  const isGood = ({ name, description, options = [] }: Omit<Command, 'options'> & { options?: object[] }): boolean =>
    /^[-_\p{L}\p{N}]{1,32}$/u.test(name) &&
    name === name.toLowerCase() &&
    description.length >= 1 &&
    description.length <= 100 &&
    options.length <= 25 &&
    options.every((option) => isGood(option as Command)) // an option has the same rules
  if (!given.every(isGood)) return refused(400, 50_035, 'Invalid Form Body')
  commands.splice(0, commands.length, ...given)
  const made = given.map((one, n) => ({
    id: String(n + 1),
    application_id: applicationId,
    version: '1',
    type: 1,
    ...one,
  }))
  return { body: made }
}

/** A deferral (5) or an answer (4), once. */
function acknowledge(state: State, token: string, asked: Asked): StandInResponse {
  const interaction = state.interactions.get(token)
  if (!interaction) return refused(404, 10_062, 'Unknown interaction')
  if (interaction.isDeferred) return refused(400, 40_060, 'Interaction has already been acknowledged.')
  const { type, data } = JSON.parse(asked.body) as { type: number; data?: object }
  if (type !== 4 && type !== 5) return refused(400, 50_035, 'Invalid Form Body')
  interaction.isDeferred = true
  if (type === 5) return noContent
  const made = post(state, interaction.id, { ...asked, body: JSON.stringify(data) })
  return made.status === undefined ? noContent : made
}

function answer(state: State, token: string, asked: Asked): StandInResponse {
  const interaction = state.interactions.get(token)
  return interaction?.isDeferred ? post(state, interaction.id, asked) : refused(404, 10_015, 'Unknown Webhook')
}

function post({ messages }: State, to: string, { body }: Asked): StandInResponse {
  const message = JSON.parse(body) as Omit<BotMessage, 'to'>
  if (!message.content) return refused(400, 50_006, 'Cannot send an empty message')
  if (message.content.length > 2000) return refused(400, 50_035, 'Invalid Form Body')
  messages.push({ ...message, to })
  const id = `14453100000000${String(messages.length).padStart(5, '0')}`
  const lists = { mentions: [], mention_roles: [], attachments: [], embeds: [], components: [] }
  const flags = { tts: false, mention_everyone: false, pinned: false, edited_timestamp: null, flags: 0 }
  const timestamp = '2026-12-01T08:00:00.000000+00:00'
  return {
    body: { id, channel_id: '9', type: 0, content: message.content, author: user, timestamp, ...lists, ...flags },
  }
}
