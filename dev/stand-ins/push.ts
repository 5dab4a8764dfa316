import { type ECDH, createECDH, randomBytes } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decryptPush, vapidFault } from './push-message.ts'

/** A status and headers to send instead of 201; `hang`: no response. */
export type PushFault = { status: number; headers?: Record<string, string> } | 'hang'

export interface PushWorld {
  /** The application's VAPID key. */
  publicKey: string
  /** Chooses a fault by the browser's number, from 0. */
  findFault?: (browser: number, count: number) => PushFault | undefined
}

export interface PushedMessage {
  browser: number
  text: string
  topic: string | undefined
  ttl: number
}

export interface Push {
  port: number
  /** The messages that browsers showed, in order. */
  shown: PushedMessage[]
  /** All requests, including those with a fault. */
  requests: () => number
  /** Adds a browser and returns its PushSubscription. */
  subscribe: () => { endpoint: string; keys: { p256dh: string; auth: string } }
  close: () => Promise<void>
}

interface Browser {
  key: ECDH
  auth: Buffer
  count: number
}

/** A push service with its browsers: checks the VAPID token and headers and decrypts messages. 410 for unknown browsers. */
export async function startPush(world: PushWorld): Promise<Push> {
  const browsers: Browser[] = []
  const shown: PushedMessage[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    receive(request, response, { world, browsers, shown }).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, so this is no path
  const subscribe = () => {
    const key = createECDH('prime256v1')
    key.generateKeys()
    const auth = randomBytes(16)
    const number = browsers.push({ key, auth, count: 0 }) - 1
    const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') }
    return { endpoint: `http://127.0.0.1:${port}/push/${number}`, keys }
  }
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, shown, requests: () => requests, subscribe, close }
}

interface Receiving {
  world: PushWorld
  browsers: Browser[]
  shown: PushedMessage[]
}

async function receive(request: IncomingMessage, response: ServerResponse, receiving: Receiving): Promise<void> {
  const body = await buffer(request)
  const answer = judge(request, body, receiving)
  if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end()
}

function judge(request: IncomingMessage, body: Buffer, { world, browsers, shown }: Receiving): PushFault {
  const number = Number(/^\/push\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1)
  const browser = browsers[number]
  if (request.method !== 'POST' || !browser) return { status: 410 }
  const fault = world.findFault?.(number, ++browser.count) ?? headerFault(request, world.publicKey)
  if (fault) return fault
  const { topic, ttl } = request.headers as { topic?: string; ttl?: string }
  shown.push({ browser: number, text: decryptPush(body, browser), topic, ttl: Number(ttl) })
  return { status: 201, headers: { location: `/message/${shown.length}` } }
}

function headerFault({ headers }: IncomingMessage, publicKey: string): PushFault | undefined {
  if (vapidFault(headers.authorization, { origin: `http://${headers.host}`, publicKey })) return { status: 403 }
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
  const { topic = 'none', ttl = '' } = headers as { topic?: string; ttl?: string }
  return /^\d+$/.test(ttl) && /^[\w-]{1,32}$/.test(topic) ? undefined : { status: 400 }
}
