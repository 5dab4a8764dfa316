import { randomBytes } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { isRelayToken } from './relay-token.ts'

export interface WalletRelay {
  /** Its address, for `walletConnect.relayUrl` of the configuration. */
  url: string
  /** The methods that clients called, in order. */
  calls: () => string[]
  /** Connections that are open. */
  countOpen: () => number
  close: () => Promise<void>
}

interface RelayOptions {
  projectId: string
}

interface Call {
  id: number | string
  method?: string
  params?: Record<string, unknown>
}

interface Message {
  topic: string
  message: string
  publishedAt: number
  tag: number
}

/** The mailboxes of a relay, and who is to be told of which topic. */
interface Post {
  kept: Message[]
  subscribers: Map<string, Set<WebSocket>>
}

/**
 * WalletConnect's relay: JSON-RPC over a WebSocket. It checks a client's token (did:key, EdDSA) and project, keeps messages for
 * clients that subscribe later, and reads none of them.
 */
export async function startWalletRelay({ projectId }: RelayOptions): Promise<WalletRelay> {
  const post: Post = { kept: [], subscribers: new Map() }
  const calls: string[] = []
  const http = createServer((_request, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => admit(client, request))
  })
  const admit = (client: WebSocket, request: IncomingMessage) => {
    const fault = findFault(request, projectId)
    if (fault !== undefined) return client.close(3000, fault)
    client.on('message', (data: Buffer) => answer(client, data.toString(), { post, calls }))
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo // it listens on a port, so this is no path
  return {
    url: `ws://127.0.0.1:${port}`,
    calls: () => [...calls],
    countOpen: () => sockets.clients.size,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of sockets.clients) client.terminate()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

/** Why a client is sent away, in the relay's words; undefined: it may stay. */
function findFault({ url = '/', headers }: IncomingMessage, projectId: string): string | undefined {
  const { searchParams } = new URL(url, 'http://relay')
  if (searchParams.get('projectId') !== projectId) return 'Unauthorized: invalid key'
  const expected = { relayUrl: `ws://${headers.host}`, now: new Date() }
  return isRelayToken(searchParams.get('auth') ?? '', expected) ? undefined : 'Unauthorized: invalid auth'
}

function answer(client: WebSocket, text: string, { post, calls }: { post: Post; calls: string[] }): void {
  const { id, method, params = {} } = JSON.parse(text) as Call
  if (method === undefined) return // a client acknowledges a message
  calls.push(method)
  const handle = methods[method]
  const reply = handle
    ? { result: handle({ post, client, params }) }
    : { error: { code: -32601, message: 'Method not found' } }
  client.send(JSON.stringify({ id, jsonrpc: '2.0', ...reply }))
}

interface Handling {
  post: Post
  client: WebSocket
  params: Record<string, unknown>
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
const readTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(readText) : [])

const methods: Record<string, (handling: Handling) => unknown> = {
  irn_publish: ({ post, client, params }) => {
    publish(post, client, { topic: params['topic'], message: params['message'], tag: params['tag'] })
    return true
  },
  irn_subscribe: ({ post, client, params }) => subscribe(post, client, readText(params['topic'])),
  irn_batchSubscribe: ({ post, client, params }) =>
    readTexts(params['topics']).map((topic) => subscribe(post, client, topic)),
  irn_batchFetchMessages: ({ post, params }) => {
    const topics = readTexts(params['topics'])
    return { messages: post.kept.filter(({ topic }) => topics.includes(topic)), hasMore: false }
  },
  irn_unsubscribe: ({ post, client, params }) => {
    post.subscribers.get(readText(params['topic']))?.delete(client)
    return true
  },
  // both stand for what clients did in several calls before, and subscribe the caller too
  wc_proposeSession: ({ post, client, params }) => {
    subscribe(post, client, readText(params['pairingTopic']))
    publish(post, client, { topic: params['pairingTopic'], message: params['sessionProposal'], tag: 1100 })
    return true
  },
  wc_approveSession: ({ post, client, params }) => {
    subscribe(post, client, readText(params['sessionTopic']))
    publish(post, client, { topic: params['pairingTopic'], message: params['sessionProposalResponse'], tag: 1101 })
    publish(post, client, { topic: params['sessionTopic'], message: params['sessionSettlementRequest'], tag: 1102 })
    return true
  },
}

function subscribe({ kept, subscribers }: Post, client: WebSocket, topic: string): string {
  const clients = subscribers.get(topic) ?? new Set()
  subscribers.set(topic, clients.add(client))
  for (const message of kept.filter((one) => one.topic === topic)) push(client, message)
  return randomBytes(32).toString('hex')
}

/** Everybody who subscribed to the topic is told, except the sender. */
function publish({ kept, subscribers }: Post, from: WebSocket, sent: Record<'topic' | 'message' | 'tag', unknown>) {
  const message: Message = {
    topic: readText(sent.topic),
    message: readText(sent.message),
    publishedAt: Date.now(),
    tag: Number(sent.tag),
  }
  kept.push(message)
  for (const client of subscribers.get(message.topic) ?? []) if (client !== from) push(client, message)
}

function push(client: WebSocket, data: Message): void {
  const id = Date.now() * 1000 + Math.floor(Math.random() * 1000)
  const params = { id: randomBytes(32).toString('hex'), data }
  client.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
}
